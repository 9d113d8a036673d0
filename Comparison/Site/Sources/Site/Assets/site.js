// Plays a lesson: the reader answers, the versions run side by side, and then the verdict appears. The page is complete
// without this script.
"use strict";
const find = (id) => document.getElementById(id);
const [play, back, step, part, scrub, now] = ["play", "back", "step", "part", "scrub", "now"].map(find);
const [stage, player, tabs, predict] =
  [".stage", ".player", ".tabs", ".predict"].map((name) => document.querySelector(name));
// A paragraph of the answer, as HTML.
const answer = (name) => document.querySelector(`#answer .${name}`)?.innerHTML ?? "";
// The two views that the player can play: the versions side by side, and the trap alone.
const plays = [...document.querySelectorAll(".versions")].map((box) => {
  const versions = [...box.querySelectorAll("article[data-version]")].map((article) => {
    const figure = document.querySelector(`.lanes [data-version=${article.dataset.version}]`);
    return {
      article,
      figure,
      id: article.dataset.version,
      look: article.classList[1],
      isAsked: article.dataset.asked !== undefined,
      name: article.querySelector("h2").firstChild.textContent,
      code: article.querySelector(".code"),
      shapes: [...figure.querySelectorAll("[data-at]")],
      // The lines that the difference between the versions points at.
      differing: [...article.querySelectorAll(".differs")],
      // The line where a trap goes wrong.
      wrong: figure.querySelector(".wrong"),
      plot: figure.querySelector(".plot"),
    };
  });
  // Each row of the table is a step, with an event or an empty cell for each version.
  const steps = [...document.querySelectorAll(`#${box.dataset.steps} tr:not(.more)`)].map((row) => ({
    parting: row.dataset.part,
    isMoment: row.dataset.moment !== undefined,
    cause: row.dataset.moment ?? "",
    events: [...row.cells].map((cell) => {
      if (cell.dataset.at === undefined) return null;
      const link = cell.querySelector("a");
      return {
        at: Number(cell.dataset.at),
        name: (cell.querySelector("b") ?? cell).textContent,
        words: (link ?? cell).innerHTML.replace(/<i class="order">.*<\/i>/, ""),
        line: link && find(link.hash.slice(1)),
      };
    }),
  }));
  // Where runs look alike, the versions part in the code. The player says so after the last event, before the end.
  if (steps.length > 0 && !steps.some((one) => one.parting)) {
    steps.push({ parting: answer("difference"), isInCode: true, events: versions.map(() => null) });
    steps.push({ events: versions.map(() => null) });
  }
  return { versions, steps, parting: steps.findIndex((one) => one.parting), place: -1 };
});
// The view that is being played. Only the versions have a question.
let playing = plays[0];
let { versions, steps, parting } = playing ?? { versions: [], steps: [], parting: -1 };
const isTrap = () => playing !== plays[0];
let [timer, place] = [null, -1];
// On a phone, the indices of the versions whose difference has been shown.
const shownSides = new Set();

// The start and the end of a shape, from 0 to 1.
const start = (shape) => Number.parseFloat(shape.dataset.at);
const finish = (shape) => Number(shape.dataset.at.split(" ").at(-1));

// Scrolls the lanes to one of their parts. The page itself doesn't scroll.
function reveal(part) {
  const box = part.closest(".lanes");
  const [outer, inner] = [box, part].map((one) => one.getBoundingClientRect());
  box.scrollTop += Math.min(0, inner.top - outer.top - 4) + Math.max(0, inner.bottom - outer.bottom + 4);
}

// The label of a shape's lane, which precedes its shapes.
const label = (one) => (one.matches("text") ? one : label(one.previousElementSibling));

// The bar or mark that begins at an event, or otherwise ends there. Prefers the lane with the event's name, if there is
// one.
function shape({ shapes }, { at, name }) {
  const lanes = shapes.filter((one) => !one.matches(".dependency"));
  const own = lanes.filter((one) => label(one).firstChild.data === name);
  const all = own.length > 0 ? own : lanes;
  return all.find((one) => start(one) === at) ?? all.find((one) => finish(one) === at);
}

// On a phone, the index of the visible version. Otherwise -1.
const alone = () =>
  tabs.checkVisibility() ? versions.findIndex(({ id }) => find(`tab-${id}`).checked) : -1;

// The steps at which to stop: those of the lesson's table, and where the versions part and end. While all is played, all.
const isLast = (number) => number === steps.length - 1;
const isStop = (number) => steps[number].isMoment || number === parting || isLast(number);
const stops = () => [...steps.keys()].filter((number) => timer || isStop(number));
const isOver = () => isLast(place);

// Whether it is said at a step how the versions differ.
const isTold = (number) => !isTrap() && number === parting;

// Whether a version is drawn to its end. Where the versions part, the sentence also tells what those do that have no event
// there, so their lanes have to show it.
const isShownWhole = (number, index) =>
  !isTrap() && parting >= 0 && number >= parting && !steps[parting].events[index];

// On a phone, the index of the next version whose difference is shown at this step, or else -1.
const nextToTell = () => (alone() >= 0 && isTold(place) ? versions.findIndex((_, index) => !shownSides.has(index)) : -1);

// Draws a bar up to the playhead.
function cut(bar, at) {
  const [from, to] = [start(bar), finish(bar)];
  const isCut = from <= at && at < to;
  bar.classList.toggle("cut", isCut);
  bar.style.clipPath = isCut ? `inset(-2px ${(100 * (to - at)) / (to - from)}% -2px -2px)` : "";
}

// Highlights lines of one version.
function light(lines) {
  for (const line of lines) line.classList.add("lit");
}
// Scrolls the page until the first highlighted line of each version is in sight. If they are too far apart, the line of
// the version that the question is about has to be enough. The header gives its room to the code.
function revealLit() {
  const lit = [...versions].sort((one, other) => other.isAsked - one.isAsked)
    .map(({ code }) => code.querySelector(".lit")).filter((line) => line?.checkVisibility())
    .map((line) => line.getBoundingClientRect());
  if (lit.length === 0) return;
  const question = predict.getBoundingClientRect();
  const header = Math.max(0, question.top);
  const above = getComputedStyle(predict).position === "sticky" ? question.height : 0;
  const below = player.getBoundingClientRect().top;
  const [top, bottom] = [Math.min(...lit.map(({ top }) => top)), Math.max(...lit.map(({ bottom }) => bottom))];
  const [first, last] = bottom - top < below - above - 32 ? [top, bottom] : [lit[0].top, lit[0].bottom];
  const by = header + Math.min(0, first - header - above - 16) + Math.max(0, last - header - below + 16);
  if (Math.abs(by) > 1) scrollBy(0, by);
}
const darken = () => document.querySelectorAll(".lit").forEach((line) => line.classList.remove("lit"));

// Shows one step: describes the event of each version, highlights its line, moves its cursor, and hides everything
// later.
function show(number) {
  place = number;
  scrub.value = number;
  scrub.setAttribute("aria-valuetext", `event ${number + 1} of ${steps.length}`);
  darken();
  const { parting: difference, isInCode, events, cause } = steps[number];
  const acting = [];
  versions.forEach((version, index) => {
    const event = events[index];
    // An event whose order varies may be earlier than the events before it, but the cursor never moves back. At the end,
    // all is shown, including what happens differently in each run and is no step.
    const at = isOver() || isInCode || isShownWhole(number, index) ? 1 : Math.max(-1, ...steps.slice(0, number + 1).map((one) => one.events[index]?.at ?? -1));
    for (const shape of version.shapes) {
      shape.classList.toggle("later", start(shape) > at);
      if (shape.matches("rect")) cut(shape, at);
    }
    for (const name of version.figure.querySelectorAll("text:not(.tick)")) {
      const own = version.shapes.filter((one) => !one.matches(".dependency") && label(one) === name);
      name.classList.toggle("later", at < 1 && own.every((one) => one.matches(".later")));
    }
    cursor(version.plot, at);
    if (version.wrong) version.wrong.hidden = at < Number(version.wrong.dataset.place);
    const isNamed = (isTold(number) || (isOver() && !isTrap())) && version.differing.length > 0;
    // Events below the shown code have no line.
    light(isNamed || (event && !event.line) ? version.differing : event ? [event.line] : []);
    if (event) acting.push({ version, event });
  });
  if (alone() >= 0 && isTold(number)) shownSides.add(alone());
  const each = acting.map(({ version }) => `<span class="${version.look}">${version.name}</span>`);
  const names = acting.length === versions.length && !isTrap() ? "<b>All</b>" : each.join(" and ");
  // While all is played, only the moments are read out.
  now.setAttribute("aria-live", timer && !isStop(number) ? "off" : "polite");
  // It stays enabled for the keyboard, which would lose its place.
  step.setAttribute("aria-disabled", String(isOver() && nextToTell() < 0));
  if (isOver()) {
    isTrap() ? endTrap() : end();
  } else if (difference) {
    now.innerHTML = `<strong>${isTrap() ? "Here it goes wrong." : isInCode ? "They part in the code." : "Here they part."}</strong> ${difference}`;
  } else {
    const words = acting.map(({ event }) => event.words);
    const isSame = words.every((one) => one === words[0]);
    now.innerHTML = isSame ? `${names}: ${words[0]}` : each.map((one, at) => `${one}: ${words[at]}`).join("; ");
    if (cause) now.innerHTML += `. ${cause}`;
  }
  sticky() ? (revealLit(), settle()) : player.scrollIntoView({ block: "end", behavior: "instant" });
  if (isTrap() || !isOver()) {
    for (const { version, event } of acting) {
      const own = shape(version, event);
      if (own?.checkVisibility()) reveal(own);
    }
  }
}

function cursor(plot, at) {
  let head = plot.querySelector(".head");
  if (!head) plot.prepend((head = Object.assign(document.createElement("span"), { className: "head" })));
  head.hidden = at < 0;
  head.style.left = `${1.2 + 97.6 * at}%`;
}

// The part of the page that keeps the player in view. In a low window there is none.
const sticky = () => [player, player.parentElement].find((one) => getComputedStyle(one).position === "sticky");
// Keeps the buttons in place: where the code is short, the page scrolls back until the player is at the bottom again. A
// scroll by nothing would end the smooth one to the highlighted line.
function settle() {
  const by = sticky().getBoundingClientRect().bottom - innerHeight;
  if (by < -1) scrollBy(0, by);
}

// Shows a step. On a phone, chooses a version that acts there, if possible one that the question is about.
function go(number) {
  const acting = versions.filter((_, index) => steps[number].events[index]);
  if (alone() >= 0 && acting.length > 0 && !acting.includes(versions[alone()]))
    find(`tab-${(acting.find(({ isAsked }) => isAsked) ?? acting[0]).id}`).checked = true;
  show(number);
}

function stop() {
  clearTimeout(timer);
  timer = null;
  play.textContent = "Play all";
}

function next() {
  const following = nextToTell();
  if (following < 0) return go(stops().find((number) => number > place) ?? steps.length - 1);
  find(`tab-${versions[following].id}`).checked = true;
  show(place);
}

const previous = () => go(stops().findLast((number) => number < place) ?? stops()[0]);

// Shows the first moment. The reader goes on from there.
function begin() {
  document.body.classList.remove("asking");
  for (const one of [now, now.nextElementSibling]) one.hidden = false;
  go(place < 0 ? stops()[0] : place);
}

function run() {
  play.textContent = "Pause";
  if (!isOver()) return wait(0);
  wait(briefly());
  go(stops()[0]);
}

// The pause after a step, in milliseconds.
const briefly = () => Math.max(400, Math.min(900, 12_000 / steps.length));

// Shows the next step after a pause. There are ten seconds for the sentences where the versions part.
function wait(pause = place === parting && !isTrap() ? 10_000 : briefly()) {
  timer = setTimeout(() => {
    if (isOver()) return stop();
    next();
    isOver() ? stop() : wait();
  }, pause);
}

// Shows whether the reader was right, and the lesson in brief.
function end() {
  document.body.classList.remove("unanswered");
  const chosen = document.querySelector(".answers [aria-pressed=true]");
  for (const button of document.querySelectorAll(".answers button")) {
    const isRight = button.parentElement.dataset.right !== undefined;
    button.classList.toggle("right", isRight);
    button.classList.toggle("wrong", button === chosen && !isRight);
  }
  const isRight = chosen?.parentElement.dataset.right !== undefined;
  const right = document.querySelector(".answers [data-right] button").innerHTML;
  const verdict = !chosen ? "" : isRight ? "As you predicted." : `Not as you predicted. The right answer: ${right}`;
  const lead = answer("because") || `<strong>${answer("claim")}</strong>`;
  const choice = document.querySelector(".verdict > :last-child");
  const [question, words] = choice ? [...choice.children].map((one) => one.innerHTML) : ["", ""];
  now.innerHTML =
    `${lead} ${verdict} <em>${question} <strong>${words}.</strong></em> ` +
    `<a href="#answer-title">Why</a> · <a href="#trap">Watch the trap fail</a>`;
  for (const { figure } of versions) {
    const asked = askedName(figure);
    if (asked?.checkVisibility()) reveal(asked);
  }
  remember();
}

// Remembers in this browser that the lesson has been played. The front page marks it.
function remember() {
  try {
    const path = location.pathname.split("/").slice(-2).join("/");
    localStorage.played = JSON.stringify([...new Set([...JSON.parse(localStorage.played ?? "[]"), path])]);
  } catch {}
}

// The name of the lane that the question is about.
const askedName = (figure) =>
  [...figure.querySelectorAll("text")].find((name) => name.firstChild.data === figure.dataset.lane);

// Gives the cure, after the mistake if that is the last step.
function endTrap() {
  const isLast = parting === steps.length - 1;
  const mistake = isLast ? `<strong>Here it goes wrong.</strong> ${steps[parting].parting} ` : "";
  now.innerHTML = `${mistake}<strong>The cure.</strong> ${versions[0].article.dataset.cure}`;
}

// Shows the versions or the trap, where the reader left them. The trap begins by itself.
function view(number) {
  if (playing === plays[number]) return;
  stop();
  playing.place = place;
  playing = plays[number];
  ({ versions, steps, parting, place } = playing);
  stage.classList.toggle("wrong", isTrap());
  find(isTrap() ? "view-trap" : "view-versions").checked = true;
  part.textContent = isTrap() ? "Where it goes wrong" : "Where they part";
  scrub.max = steps.length - 1;
  begin();
}

if (scrub && steps.length > 0) {
  const answers = document.querySelectorAll(".answers button");
  for (const button of answers)
    button.addEventListener("click", () => {
      for (const other of answers) other.setAttribute("aria-pressed", String(other === button));
      stop();
      view(0);
      place = -1;
      shownSides.clear();
      begin();
      // The player takes focus, because all columns of code lie between the answers and the player.
      step.focus({ preventScroll: true });
    });
  scrub.max = steps.length - 1;
  play.addEventListener("click", () => (timer ? stop() : run()));
  back.addEventListener("click", () => (stop(), previous()));
  step.addEventListener("click", () => (stop(), next()));
  part.addEventListener("click", () => (stop(), go(parting)));
  tabs.addEventListener("change", () => {
    if (place >= 0) show(place);
  });
  // The arrow keys step, except in a box that they move or scroll.
  addEventListener("keydown", (event) => {
    const act = { ArrowLeft: previous, ArrowRight: next }[event.key];
    const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, .wide");
    if (!act || isTaken || place < 0) return;
    event.preventDefault();
    stop();
    act();
  });
  scrub.addEventListener("input", () => (stop(), show(Number(scrub.value))));
  for (const { versions, steps } of plays)
    versions.forEach(({ shapes }, index) => {
      for (const shape of shapes) {
        const at = steps.findIndex((one) => one.events[index]?.at === start(shape));
        if (at >= 0) shape.addEventListener("click", () => (stop(), show(at)));
      }
    });
  for (const [number, id] of ["view-versions", "view-trap"].entries())
    find(id).addEventListener("change", () => view(number));
  addEventListener("click", (event) => {
    if (!event.target.closest("a[href='#trap']")) return;
    event.preventDefault();
    view(1);
    step.focus({ preventScroll: true });
  });
}

// Opens all folds of a column, or closes them again.
for (const button of document.querySelectorAll(".all")) {
  const folds = button.closest(".version").querySelectorAll("details");
  button.addEventListener("click", () => {
    const isOpen = button.textContent === "Show all";
    for (const one of folds) one.open = isOpen;
    button.textContent = isOpen ? "Show less" : "Show all";
  });
}

// Explains a name of the lessons' own, where it is touched or clicked. A mouse shows the same text while it rests there.
const note = find("note");
for (const link of document.querySelectorAll("a.note"))
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const { left, bottom } = link.getBoundingClientRect();
    note.replaceChildren(`${link.title} `, Object.assign(document.createElement("a"), { href: link.href, textContent: "Glossary" }));
    note.hidePopover();
    note.showPopover({ source: link });
    note.style.left = `${Math.min(left, innerWidth - note.offsetWidth - 8)}px`;
    note.style.top = `${Math.min(bottom + 4, innerHeight - note.offsetHeight - 8)}px`;
  });

// Opens the collapsed section that contains the target of the address.
function unfold() {
  const target = location.hash ? find(location.hash.slice(1)) : null;
  if (target?.closest("#answer")) document.body.classList.remove("unanswered", "asking");
  if (target?.closest("#trap")) view(1);
  target?.closest("details")?.setAttribute("open", "");
}
addEventListener("hashchange", unfold);
unfold();

// On paper, all sections are open.
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details")) one.open = true;
});
