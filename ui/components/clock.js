// The countdown of a round. Python says how much is left; what the phone's own clock shows never
// counts, only how fast it runs.

const TOLERANCE_MS = 700; // less than this is the network's delay, not a change
const HURRY_MS = 15000;
const clocks = new WeakMap();

class Clock {
  constructor(root) {
    this.root = root;
    root.className = "mb-clock";
    root.setAttribute("role", "timer");
    root.innerHTML = "<i></i><b></b><span></span>";
    [this.bar, this.digits, this.label] = root.children;
    this.timer = setInterval(() => this.draw(), 200);
  }

  update(data) {
    this.data = data;
    const ends = performance.now() + data.left_ms;
    if (this.round !== data.round || Math.abs(ends - this.ends) > TOLERANCE_MS) this.ends = ends;
    this.round = data.round;
    this.draw();
  }

  draw() {
    if (!this.root.isConnected) { clearInterval(this.timer); return; }
    const left = Math.max(0, this.ends - performance.now());
    const seconds = Math.ceil(left / 1000);
    const digits = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (this.digits.textContent !== digits) this.digits.textContent = digits;
    const label = seconds ? this.data.label : this.data.over;
    if (this.label.textContent !== label) this.label.textContent = label;
    this.root.classList.toggle("hurry", left < HURRY_MS);
    this.bar.style.transform = `scaleX(${Math.min(1, left / this.data.total_ms)})`;
  }
}

export default function (component) {
  const host = component.parentElement;
  if (!clocks.has(host) || !clocks.get(host).root.isConnected) {
    const root = document.createElement("div");
    host.appendChild(root);
    clocks.set(host, new Clock(root));
  }
  clocks.get(host).update(component.data);
}
