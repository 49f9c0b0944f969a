// The card board: photo with boxes, 13 places, and the picker for one place.
//
// The board answers taps by itself and reports the whole hand after each change; the page stays
// the judge of what the hand means. `data` is described in ui/components/board.py. A new
// `data.revision` or `data.turn` replaces the hand, anything else only redraws.

const RANKS = "AKQJT98765432";
const SUITS = "shcd"; // black and red in turn
const SUIT_SIGNS = { s: "\u2660", h: "\u2665", d: "\u2666", c: "\u2663" };
const ROWS = { front: 3, middle: 5, back: 5 };
const MOST_LIKELY = 3;
const REPORT_DELAY_MS = 120;
const REVEAL_DELAY_MS = 500;
const boards = new WeakMap();

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const esc = (text) => String(text ?? "").replace(/[&<>"']/g, (sign) => escapes[sign]);
const rankText = (card) => (card[0] === "T" ? "10" : card[0]);
const shortName = (card) => rankText(card) + SUIT_SIGNS[card[1]];
const fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const placed = (box) => box
  .map((part, side) => `${["left", "top", "width", "height"][side]}:${(part * 100).toFixed(2)}%`)
  .join(";");

class Board {
  constructor(root) {
    this.root = root;
    this.history = [];
    this.isPressed = false;
    this.answer = null;
    root.addEventListener("click", (event) => {
      const target = event.target.closest("[data-act]");
      if (target && !target.disabled) this.act(target.dataset.act, target.dataset.arg);
    });
    this.hear("pointerdown", ({ target }) => {
      this.isPressed = root.contains(target);
      // What is tapped elsewhere counts for the hand as it lies, so the page is told of that first.
      if (!this.isPressed) this.tell();
    });
    // The click comes after the pointer is up.
    for (const name of ["pointerup", "pointercancel"]) this.hear(name, () => setTimeout(() => this.release()));
  }

  hear(name, act) {
    const heard = (event) => {
      act(event);
      if (!this.root.isConnected) document.removeEventListener(name, heard, true);
    };
    document.addEventListener(name, heard, true);
  }

  // A button that is drawn anew while it is pressed is never clicked, so the page's answer waits.
  receive(answer) {
    if (this.isPressed) this.answer = answer;
    else this.update(answer);
  }

  release() {
    this.isPressed = false;
    const { answer } = this;
    this.answer = null;
    if (answer) this.update(answer);
  }

  update({ data, setStateValue }) {
    this.send = setStateValue;
    const isNew = data.revision !== this.revision || data.turn !== this.turn;
    if (isNew) this.tell();
    this.data = data;
    if (isNew) this.load(data);
    this.draw();
    if (isNew) setTimeout(() => this.reveal(), REVEAL_DELAY_MS);
  }

  load(data) {
    this.revision = data.revision;
    this.turn = data.turn;
    this.history = [];
    const isBack = this.isGoingBack;
    this.isGoingBack = false;
    this.slots = data.slots.map(({ card, doubt, inferred, gone }) => ({ card, doubt, inferred, gone }));
    this.places = data.places.map((row, slot) => ({ row, slot }));
    this.picked = false;
    this.zoomed = false;
    this.message = isBack ? data.words.undone : "";
    this.selected = null;
    this.row = null;
    this.advance();
  }

  // --- reading the board -------------------------------------------------------------------

  slotAt(place) { return this.slots[this.places[place].slot]; }
  live() { return this.places.map((_, place) => place).filter((place) => !this.slotAt(place).gone); }
  held() { return this.live().filter((place) => this.slotAt(place).card); }
  holder(card) { return this.live().find((place) => this.slotAt(place).card === card); }
  isRows() { return this.data.layout === "rows"; }
  firstEmpty() {
    return this.live().find((place) => !this.slotAt(place).card && this.places[place].row !== "spare");
  }
  // Cards that nobody holds.
  free() {
    const all = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
    return all.filter((card) => this.holder(card) === undefined && !this.data.taken[card]);
  }
  // What a card that was not seen may be: all that the deck leaves, if that is little, else what
  // the reader thought of for others.
  missing(source) {
    const free = this.free();
    return free.length <= MOST_LIKELY ? free : source.choices.filter((card) => free.includes(card));
  }
  spares() { return this.held().filter((place) => this.places[place].row === "spare"); }
  // The hand as the page is told of it.
  hand(slots = this.slots, places = this.places) {
    return slots.map((slot, index) => ({
      card: slot.gone ? null : slot.card,
      doubt: slot.doubt,
      inferred: slot.inferred,
      gone: slot.gone,
      row: places.find((place) => place.slot === index).row,
    }));
  }
  // What the page said of the hand holds for this one: the last taps have been answered.
  isJudged() {
    const { slots, places } = this.data;
    return this.hand().every(({ row, ...slot }, index) => row === places[index]
      && ["card", "doubt", "gone"].every((part) => slot[part] === slots[index][part]));
  }
  isDone() { return this.held().length === this.data.size && !this.live().some((p) => this.slotAt(p).doubt); }
  surplus() { return this.held().length - this.data.size; }
  // Where the next card goes: on in the row where the last one was laid, else the first hole.
  target() {
    const holes = this.live().filter((p) => !this.slotAt(p).card && this.places[p].row !== "spare");
    return holes.find((place) => this.places[place].row === this.row) ?? holes[0];
  }
  // Cards lie beside the rows and wait to be laid; an empty place is then a place to lay one.
  isLaying() { return this.isRows() && this.surplus() <= 0 && this.spares().length > 0; }

  // --- taps --------------------------------------------------------------------------------

  act(name, argument) {
    this.message = "";
    ({
      tap: () => this.tap(Number(argument)),
      choose: () => this.choose(argument),
      remove: () => this.remove(),
      undo: () => this.undo(),
      close: () => { this.selected = null; },
      zoom: () => { this.zoomed = !this.zoomed; },
    })[name]();
    const hadPicker = this.root.querySelector(".mb-picker") !== null;
    this.draw();
    if (!hadPicker) this.reveal();
  }

  tap(place) {
    const from = this.selected;
    if (from === place && this.picked) { this.selected = null; return; }
    const moving = from !== null && this.picked && this.isRows() && this.slotAt(from).card;
    const otherRow = moving && this.places[from].row !== this.places[place].row;
    if (otherRow) { this.swap(from, place); return; }
    if (this.isLaying() && !this.slotAt(place).card) {
      this.row = this.places[place].row;
      this.selected = null;
      return;
    }
    if (this.isLaying() && this.places[place].row === "spare" && this.target() !== undefined) {
      this.lay(place, this.target());
      return;
    }
    this.selected = place;
    this.picked = true;
  }

  swap(from, place) {
    this.remember();
    [this.places[from].slot, this.places[place].slot] = [this.places[place].slot, this.places[from].slot];
    const [here, there] = [this.slotAt(from).card, this.slotAt(place).card];
    this.message = fill(this.data.words.swapped, {
      a: here ? shortName(here) : "…", b: there ? shortName(there) : "…",
    });
    this.selected = null;
    this.report();
  }

  lay(spare, target) {
    this.remember();
    const move = (a, b) => {
      [this.places[a].slot, this.places[b].slot] = [this.places[b].slot, this.places[a].slot];
    };
    move(spare, target);
    const open = this.live().filter((p) => !this.slotAt(p).card && this.places[p].row !== "spare");
    const lastRow = new Set(open.map((p) => this.places[p].row)).size === 1;
    const rest = this.spares();
    if (lastRow && rest.length === open.length) rest.forEach((p, i) => move(p, open[i]));
    this.row = this.places[target].row;
    this.selected = null;
    this.report();
  }

  choose(card) {
    if (this.selected === null) return;
    this.remember();
    const slot = this.slotAt(this.selected);
    const holder = this.holder(card);
    if (holder !== undefined && holder !== this.selected) {
      const other = this.slotAt(holder);
      Object.assign(other, { card: slot.card, doubt: Boolean(slot.card), inferred: false });
      if (slot.card) this.message = fill(this.data.words.exchanged, { card: shortName(slot.card) });
    }
    Object.assign(slot, { card, doubt: false, inferred: false });
    this.advance();
    this.report();
  }

  remove() {
    if (this.selected === null) return;
    this.remember();
    const slot = this.slotAt(this.selected);
    Object.assign(slot, { card: null, doubt: false, inferred: false, gone: this.surplus() > 0 });
    if (slot.gone) { this.settleSpares(); this.advance(); }
    this.report();
  }

  // After an extra card has gone, a card that waits beside the rows takes the place it left.
  settleSpares() {
    if (!this.isRows()) return;
    for (const place of this.live().filter((p) => this.places[p].row === "spare")) {
      const hole = this.places.findIndex((p) => p.row !== "spare" && this.slots[p.slot].gone);
      if (hole < 0) return;
      [this.places[hole].slot, this.places[place].slot] = [this.places[place].slot, this.places[hole].slot];
    }
  }

  // The next thing to look at: a doubtful card, then an empty place, then nothing.
  advance() {
    const order = this.live();
    const doubtful = order.find((place) => this.slotAt(place).doubt);
    const empty = this.spares().length && this.isRows() ? undefined : this.firstEmpty();
    this.selected = doubtful ?? empty ?? null;
    this.picked = false;
  }

  remember() {
    this.history.push(JSON.stringify([this.slots, this.places, this.selected, this.picked]));
  }

  undo() {
    if (!this.history.length) { this.goBack(); return; }
    [this.slots, this.places, this.selected, this.picked] = JSON.parse(this.history.pop());
    this.message = this.data.words.undone;
    this.report();
  }

  canUndo() { return this.history.length > 0 || (this.data.back && !this.isGoingBack); }

  // The last tap was made on the set of cards, before they were laid in rows: the page has it.
  goBack() {
    clearTimeout(this.timer);
    this.timer = null;
    this.isGoingBack = true;
    this.send("hand", { revision: this.revision, turn: this.turn, back: true });
  }

  report() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(), REPORT_DELAY_MS);
  }

  // Tell the page what was not told yet.
  tell() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    const last = this.history.length ? this.hand(...JSON.parse(this.history.at(-1))) : null;
    const before = this.isRows() ? null : last;
    this.send("hand", { revision: this.revision, turn: this.turn, slots: this.hand(), before });
  }

  // --- drawing -----------------------------------------------------------------------------

  draw() {
    const focus = this.root.contains(document.activeElement) && document.activeElement.dataset;
    if (this.drawn !== this.revision) {
      this.drawn = this.revision;
      this.root.innerHTML = this.photo() + `<div class="mb-main"></div>`;
    }
    this.drawBoxes();
    this.root.classList.toggle("unjudged", !this.isJudged());
    this.root.classList.toggle("picking", this.hasPicker());
    this.root.classList.toggle("settled", this.selected === null && this.isDone());
    this.root.querySelector(".mb-main").innerHTML = this.felt() + this.picker();
    if (focus && focus.act) {
      const again = [...this.root.querySelectorAll(`[data-act="${focus.act}"]`)]
        .find((button) => button.dataset.arg === focus.arg);
      if (again) again.focus({ preventScroll: true });
    }
  }

  photo() {
    const { photo, words } = this.data;
    if (!photo) return "";
    const ratio = photo.width / photo.height;
    return `<figure class="mb-photo"><div class="mb-pan"><div class="mb-sheet" style="--ratio:${ratio}">
      <img src="${photo.src}" alt="${esc(words.photo)}"><div class="mb-boxes"></div></div></div>
      <button type="button" class="mb-zoom" data-act="zoom"></button></figure>`;
  }

  // The picture itself stays in the page, so that it does not flicker with every tap.
  drawBoxes() {
    const layer = this.root.querySelector(".mb-boxes");
    if (!layer) return;
    const spots = this.data.spots.map((spot) => `<i class="mb-spot" style="${placed(spot)}"></i>`);
    layer.innerHTML = spots.join("") + this.live().map((place) => this.box(place)).join("");
    this.root.querySelector(".mb-photo").classList.toggle("zoomed", this.zoomed);
    const zoom = this.root.querySelector(".mb-zoom");
    zoom.textContent = this.zoomed ? this.data.words.smaller : this.data.words.larger;
    zoom.setAttribute("aria-pressed", String(this.zoomed));
    if (this.zoomed && this.selected !== null) this.scrollPhoto();
  }

  box(place) {
    const source = this.data.slots[this.places[place].slot];
    const slot = this.slotAt(place);
    if (!source.box || !slot.card) return "";
    const classes = ["mb-box", slot.doubt && "doubt", place === this.selected && "on"];
    return `<button type="button" class="${classes.filter(Boolean).join(" ")}" data-act="tap"
      data-arg="${place}" style="${placed(source.box)}" tabindex="-1"
      aria-label="${esc(this.nameOf(slot))}"><b class="ink ${slot.card[1]}">${shortName(slot.card)}</b></button>`;
  }

  scrollPhoto() {
    const pan = this.root.querySelector(".mb-pan");
    const box = this.root.querySelector(".mb-box.on");
    if (pan && box) {
      pan.scrollTo(box.offsetLeft - pan.clientWidth / 2, box.offsetTop - pan.clientHeight / 2);
    }
  }

  felt() {
    const { words } = this.data;
    const doubts = this.live().filter((place) => this.slotAt(place).doubt).length;
    const count = this.held().length;
    const state = doubts ? fill(words.doubts, { n: doubts })
      : count > this.data.size ? fill(words.surplus, { n: count - this.data.size })
      : count < this.data.size ? fill(words.lacking, { n: this.data.size - count }) : fill(words.complete, { n: count });
    const tone = doubts || count !== this.data.size ? "open" : "done";
    const body = this.isRows() ? this.rows() : `<div class="mb-row">${this.live().map((p) => this.card(p)).join("")}</div>`;
    const undo = this.hasPicker() ? "" : this.undoButton();
    const said = this.message || (!this.hasPicker() && this.selected !== null ? words.swap_hint : "");
    return `<section class="mb-felt" aria-label="${esc(words.board)}"><header>
      <strong class="${tone}" aria-live="polite">${esc(state)}</strong>${undo}</header>${body}${tone === "done" ? this.verdict() : ""}
      <p class="mb-said" role="status">${esc(said)}</p></section>`;
  }

  verdict() {
    const { verdict, words } = this.data;
    const said = this.isJudged() ? verdict
      : this.isRows() && !this.spares().length && { tone: "", text: words.judging };
    return said ? `<p class="mb-verdict ${esc(said.tone)}">${esc(said.text)}</p>` : "";
  }

  undoButton() {
    const { words } = this.data;
    return `<button type="button" class="mb-tool undo" data-act="undo" aria-label="${esc(words.undo)}"
      ${this.canUndo() ? "" : "disabled"}>↶</button>`;
  }

  rows() {
    const { row_names: names } = this.data;
    const notes = this.isJudged() ? this.data.notes : {};
    const part = (row) => this.live().filter((place) => this.places[place].row === row);
    const rows = Object.keys(ROWS).map((row) => `<div class="mb-label"><span>${esc(names[row])}</span>
      <em>${esc(notes[row])}</em></div><div class="mb-row ${row}">${part(row).map((p) => this.card(p)).join("")}</div>`);
    const spare = part("spare").filter((place) => this.slotAt(place).card || this.surplus() > 0);
    if (spare.length) {
      rows.push(`<div class="mb-label"><span>${esc(this.data.words.spare)}</span></div>
        <div class="mb-row spare">${spare.map((p) => this.card(p)).join("")}</div>`);
    }
    return rows.join("");
  }

  nameOf(slot) {
    const { names, words } = this.data;
    if (!slot.card) return words.empty;
    const mark = slot.doubt ? `, ${words.doubtful}` : slot.inferred ? `, ${words.inferred}` : "";
    return names[slot.card] + mark;
  }

  // One cell of the strip that holds the crops of all slots side by side.
  crop(source, name, label = "") {
    if (source.crop === null) return "";
    const { sprite, crops } = this.data.photo;
    const shift = crops > 1 ? (source.crop / (crops - 1)) * 100 : 0;
    const spoken = label ? `role="img" aria-label="${esc(label)}"` : "";
    return `<i class="${name}" ${spoken} style="background-image:url(${sprite});
      background-size:${crops * 100}% 100%;background-position:${shift}% 0"></i>`;
  }

  card(place) {
    const slot = this.slotAt(place);
    const source = this.data.slots[this.places[place].slot];
    const on = place === this.selected;
    const next = this.isLaying() && this.selected === null && place === this.target();
    const classes = ["mb-card", next && "next", slot.doubt && "doubt", slot.inferred && "inferred", on && "on", !slot.card && "none"];
    const crop = slot.card ? this.crop(source, "mb-crop") : "";
    const face = slot.card ? `<i class="card c${slot.card}"></i>` : `<i class="card blank">+</i>`;
    const badge = slot.doubt ? "<u>?</u>" : slot.inferred ? `<u class="soft">≈</u>` : "";
    return `<button type="button" class="${classes.filter(Boolean).join(" ")}" data-act="tap" data-arg="${place}"
      aria-pressed="${on}" aria-label="${esc(this.nameOf(slot))}">${face}${crop}${badge}</button>`;
  }

  // Cards that the app dealt are what they are: they change places, not faces.
  hasPicker() { return this.selected !== null && !this.data.fixed; }

  picker() {
    if (!this.hasPicker()) return "";
    const { words, names } = this.data;
    const slot = this.slotAt(this.selected);
    const source = this.data.slots[this.places[this.selected].slot];
    const choices = slot.card ? source.choices : this.missing(source);
    const isMissing = !slot.card && choices.length > 0;
    const title = slot.doubt ? words.which : slot.card ? words.change : isMissing ? words.missing : words.pick;
    const hint = slot.card && this.isRows() && this.picked ? words.swap_hint
      : slot.card ? "" : isMissing && this.free().length <= MOST_LIKELY ? words.left_over : words.pick_hint;
    const crop = this.crop(source, "mb-look", words.crop);
    const likely = choices.map((card) => `<button type="button" class="mb-likely
      ${card === slot.card ? "now" : ""}" data-act="choose" data-arg="${card}" aria-label="${esc(names[card])}">
      <i class="card c${card}"></i></button>`).join("");
    const remove = slot.card ? `<button type="button" class="mb-tool" data-act="remove">${esc(words.remove)}</button>` : "";
    return `<section class="mb-picker" aria-label="${esc(title)}"><header><div><strong>${esc(title)}</strong>
      ${hint ? `<small>${esc(hint)}</small>` : ""}</div>${this.undoButton()}${remove}
      <button type="button" class="mb-tool close" data-act="close" aria-label="${esc(words.close)}">✕</button></header>
      ${crop || likely ? `<div class="mb-compare ${crop ? "" : "bare"}">${crop}${likely}</div>` : ""}
      <div class="mb-grid">${[...SUITS].map((suit) => this.suitRows(suit, slot)).join("")}</div></section>`;
  }

  // Board and picker fit on one screen; bring both there when a place is asked for.
  reveal() {
    const picker = this.root.querySelector(".mb-picker");
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (picker) picker.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
  }

  suitRows(suit, slot) {
    return [...RANKS].map((rank) => {
      const card = rank + suit;
      const mine = this.holder(card) !== undefined && card !== slot.card;
      const owner = this.data.taken[card];
      const classes = ["mb-cell", "ink", suit, card === slot.card && "now", (mine || owner) && "taken"];
      const label = this.data.names[card]
        + (owner ? `, ${fill(this.data.words.held_by, { name: owner })}` : mine ? `, ${this.data.words.used}` : "");
      return `<button type="button" class="${classes.filter(Boolean).join(" ")}" data-act="choose" data-arg="${card}"
        aria-label="${esc(label)}"><b>${rankText(card)}</b><i class="suit ${suit}"></i>
        ${owner ? `<small>${esc([...owner.split(" ").at(-1)][0])}</small>` : ""}</button>`;
    }).join("");
  }
}

export default function (component) {
  const host = component.parentElement;
  if (!boards.has(host)) {
    const root = document.createElement("div");
    root.className = "mb-board";
    host.appendChild(root);
    boards.set(host, new Board(root));
  }
  boards.get(host).receive(component);
}
