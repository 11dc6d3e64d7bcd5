"use strict";
// Draws charts as they come near, filters what is shown, switches the theme. It fetches nothing.

const KINDS = ["algorithm", "aggregation", "stream"];
const hidden = Object.fromEntries(KINDS.map(kind => [kind, new Set()]));
const filters = document.getElementById("filters");
const boxes = [...filters.querySelectorAll("input")];
const places = [...document.querySelectorAll(".chart")];
const kindOf = box => box.closest("fieldset").name;

// --- charts ---------------------------------------------------------------------------------------

const views = new Map();
let drawings;

/** The text of an element that holds it deflated, in base 64. */
async function unpacked(id) {
  const packed = atob(document.getElementById(id).textContent);
  const bytes = Uint8Array.from(packed, character => character.charCodeAt(0));
  const deflated = new Blob([bytes]).stream();
  return new Response(deflated.pipeThrough(new DecompressionStream("deflate"))).text();
}

/** A name as charts have it: without characters that an SVG has no place for. */
function drawable(name) {
  return name.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

/** The algorithms that charts show; null stands for all of them. */
function shown() {
  const {algorithm} = hidden;
  if (!algorithm.size) return null;
  const drawn = boxes.filter(box => kindOf(box) === "algorithm" && !algorithm.has(box.value));
  return drawn.map(box => drawable(box.value));
}

/** Draws a chart, or changes one that is there to what is shown now. */
async function draw(place) {
  const {specification, rows} = drawings.charts[place.id];
  const known = views.get(place) ?? {};
  views.set(place, known);
  known.view ??= vegaEmbed(
    place,
    {...specification, title: undefined, background: null, datasets: {rows: drawings.rows[rows]}},
    {renderer: "svg", actions: false},
  ).then(({view}) => view);
  const view = await known.view;
  const names = shown();
  const state = JSON.stringify(names);
  if (state === (known.state ?? "null") || !specification.params?.some(one => one.name === "shown"))
    return;
  known.state = state;
  await view.signal("shown", names).runAsync();
}

const near = new Set();
const observer = new IntersectionObserver(entries => {
  for (const {target, isIntersecting} of entries) {
    if (isIntersecting) near.add(target);
    else near.delete(target);
  }
  near.forEach(draw);
}, {rootMargin: "600px"});

async function begin() {
  const [library, text] = await Promise.all([unpacked("library"), unpacked("drawings")]);
  const script = document.createElement("script");
  script.textContent = library;
  document.head.append(script);
  drawings = JSON.parse(text);
  places.forEach(place => observer.observe(place));
}

// --- filters --------------------------------------------------------------------------------------

/** What of each kind each row is about: [row, [kind, value] …], where it is about any. */
const rows = [];
/** Columns that are about an algorithm each: [cells, algorithm]. */
const columns = [];
for (const table of document.querySelectorAll("main table:has(thead)")) {
  const header = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
  const kinds = header.map(name => (KINDS.includes(name) ? name : ""));
  if (table.classList.contains("figures")) kinds.fill("").splice(0, 1, "algorithm");
  if ("across" in table.dataset) {
    kinds.fill("", 1);
    header.slice(1).forEach((name, index) =>
      columns.push([[...table.rows].map(row => row.cells[index + 1]), name]));
  }
  if (!kinds.some(Boolean)) continue;
  for (const row of table.tBodies[0].rows) {
    const about = kinds.map((kind, index) => [kind, row.cells[index].textContent]);
    rows.push([row, about.filter(([kind]) => kind)]);
  }
}

const told = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Shows what the boxes say, and nothing else. */
function apply() {
  for (const kind of KINDS) hidden[kind].clear();
  for (const box of boxes) if (!box.checked) hidden[kindOf(box)].add(box.value);
  for (const part of document.querySelectorAll("[data-aggregation]")) {
    const {aggregation, stream} = part.dataset;
    part.hidden = hidden.aggregation.has(aggregation) || hidden.stream.has(stream);
  }
  for (const [row, about] of rows) row.hidden = about.some(([kind, name]) => hidden[kind].has(name));
  for (const [cells, name] of columns)
    for (const cell of cells) cell.hidden = hidden.algorithm.has(name);
  const counts = KINDS.filter(kind => hidden[kind].size);
  filters.querySelector("output").textContent = counts.length
    ? `hidden are ${counts.map(kind => told(hidden[kind].size, kind)).join(", ")}`
    : "everything is shown";
  if (drawings) near.forEach(draw);
}

// The address keeps what is hidden after the place on the page: #sum-uniform?algorithm=okasaki
function read() {
  const [place, state] = location.hash.slice(1).split("?");
  if (state === undefined && location.hash) return write();
  const asked = new URLSearchParams(state);
  for (const box of boxes) box.checked = !asked.getAll(kindOf(box)).includes(box.value);
  apply();
  document.getElementById(place)?.scrollIntoView();
}

function write() {
  const [place] = location.hash.slice(1).split("?");
  const off = boxes.filter(box => !box.checked);
  const state = String(new URLSearchParams(off.map(box => [kindOf(box), box.value])));
  history.replaceState(null, "", `#${place}${state && "?"}${state}`);
}

filters.addEventListener("submit", event => event.preventDefault());
filters.addEventListener("click", ({target}) => {
  if (target.type !== "button") return;
  for (const box of target.closest("fieldset").querySelectorAll("input"))
    box.checked = target.value === "all";
  filters.dispatchEvent(new Event("change"));
});
filters.addEventListener("change", () => {
  apply();
  write();
});
addEventListener("hashchange", read);

// --- theme and print ------------------------------------------------------------------------------

const scheme = document.documentElement.style;
const THEME = "swagbench theme";
// A page in a file of its own may be refused a memory.
try {
  scheme.colorScheme = localStorage.getItem(THEME) ?? "";
} catch {}
document.getElementById("theme").addEventListener("click", () => {
  const isDark = scheme.colorScheme
    ? scheme.colorScheme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  scheme.colorScheme = isDark ? "light" : "dark";
  try {
    localStorage.setItem(THEME, scheme.colorScheme);
  } catch {}
});

document.getElementById("print").addEventListener("click", () => print());
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const one of opened) one.open = true;
  if (drawings) places.forEach(draw);
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
});

for (const tool of [filters, document.querySelector(".tools")]) tool.hidden = false;
read();
begin();
