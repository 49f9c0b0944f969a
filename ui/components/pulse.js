// Ask the server once a second whether anything has changed at the table, and only then the page.

const EVERY_MS = 1000;
const PATIENCE_MS = 5000; // how long an answer of the page may take before it is asked again
const pulses = new WeakMap();

class Pulse {
  constructor(host) {
    this.host = host;
    this.timer = setInterval(() => this.look(), EVERY_MS);
    // A phone that slept asked nothing, and its clock may have stood still.
    this.wake = () => { if (!document.hidden) this.tell(); };
    document.addEventListener("visibilitychange", this.wake);
  }

  update({ data, setTriggerValue }) {
    this.data = data;
    this.trigger = setTriggerValue;
    this.toldAt = -Infinity;
  }

  tell() {
    this.toldAt = performance.now();
    this.trigger("changed", true);
  }

  async look() {
    if (!this.host.isConnected) {
      clearInterval(this.timer);
      document.removeEventListener("visibilitychange", this.wake);
      return;
    }
    if (document.hidden || this.isAsking || performance.now() - this.toldAt < PATIENCE_MS) return;
    this.isAsking = true;
    const { key, revision } = this.data;
    let now = null;
    try {
      const answer = await fetch("/pulse", { headers: { "X-Table-Key": key }, cache: "no-store" });
      if (answer.ok) now = await answer.json();
    } catch { /* no pulse: the page says why */ }
    this.isAsking = false;
    if (now !== revision && revision === this.data.revision) this.tell();
  }
}

export default function (component) {
  const host = component.parentElement;
  if (!pulses.has(host)) pulses.set(host, new Pulse(host));
  pulses.get(host).update(component);
}
