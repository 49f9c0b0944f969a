// Remember where somebody was going before a login, and go on there afterwards, once.

const KEY = "maubinh.way";

export default function ({ data }) {
  const here = location.pathname + location.search;
  try {
    const way = sessionStorage.getItem(KEY);
    if (data.keep) {
      // After a login that was given up one stands on the first page: the way is still the old one.
      if (way === null || location.pathname !== "/") sessionStorage.setItem(KEY, here);
      return;
    }
    sessionStorage.removeItem(KEY);
    if (way !== null && way !== here) location.replace(location.origin + way);
  } catch { /* a browser that keeps nothing: the first page it is */ }
}
