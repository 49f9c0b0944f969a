// Give this browser an id of its own, random and kept by the browser; it is nobody's name.

const KEY = "maubinh.browser";
let lasting = null;

function ownId() {
  if (lasting) return lasting;
  try { lasting = localStorage.getItem(KEY); } catch { lasting = null; }
  if (/^[0-9a-f]{32}$/.test(lasting ?? "")) return lasting;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  lasting = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try { localStorage.setItem(KEY, lasting); } catch { /* a private window: known until it closes */ }
  return lasting;
}

export default function ({ data, setStateValue }) {
  const id = ownId();
  if (data.known !== id) setStateValue("id", id);
}
