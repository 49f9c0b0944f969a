// Bring the top of the page into view when something new is shown there, and only then.

let shown = null;

export default function (component) {
  const { data, parentElement } = component;
  if (shown === data.moment) return;
  const isFirst = shown === null;
  shown = data.moment;
  const main = parentElement.ownerDocument.querySelector(".stMain");
  if (main && !isFirst) main.scrollTo({ top: 0 });
}
