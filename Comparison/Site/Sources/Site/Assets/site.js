// Plays a lesson: the reader answers, the versions run side by side, and then the verdict appears. The page is complete
// without this script.
"use strict";
const find = (id) => document.getElementById(id);
const [play, back, step, part, speed, scrub, now] =
  ["play", "back", "step", "part", "speed", "scrub", "now"].map(find);
const [stage, player, tabs] = [".stage", ".player", ".tabs"].map((name) => document.querySelector(name));
// The two views that the player can play: the versions side by side, and the trap alone.
const plays = [...document.querySelectorAll(".versions")].map((box) => {
  const versions = [...box.querySelectorAll("article[data-version]")].map((article) => ({
    article,
    id: article.dataset.version,
    look: article.classList[1],
    isAsked: article.dataset.asked !== undefined,
    name: article.querySelector("h2").firstChild.textContent,
    code: article.querySelector(".code"),
    shapes: [...article.querySelectorAll(".plot [data-at]")],
    // The lines that the difference between the versions points at.
    differing: [...article.querySelectorAll(".differs")],
    // The line where a trap goes wrong.
    wrong: article.querySelector(".wrong"),
    plots: [...document.querySelectorAll(".plot")].filter(
      (plot) => plot.closest("[data-version]")?.dataset.version === article.dataset.version),
  }));
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
  return { versions, steps, parting: steps.findIndex((one) => one.parting), place: -1 };
});
// The view that is being played. Only the versions have a question.
let playing = plays[0];
let { versions, steps, parting } = playing ?? { versions: [], steps: [], parting: -1 };
const isTrap = () => playing !== plays[0];
let [timer, place] = [null, -1];
// On a phone, the ids of the versions that have been played to their end.
const seen = new Set();

// The start and the end of a shape, from 0 to 1.
const start = (shape) => Number.parseFloat(shape.dataset.at);
const finish = (shape) => Number(shape.dataset.at.split(" ").at(-1));

// The height of a lane in pixels.
const laneHeight = 28;

// A paragraph of the answer, as HTML.
const answer = (name) => document.querySelector(`#answer .${name}`)?.innerHTML ?? "";

// Scrolls the box around a line or lane to it, by whole lines. The page itself doesn't scroll.
function reveal(part) {
  const box = part.closest(".code, figure");
  const [outer, inner] = [box, part].map((one) => one.getBoundingClientRect());
  if (inner.top >= outer.top + 16 && inner.bottom <= outer.bottom - 24) {
    // Ends a smooth scroll to an earlier line.
    box.scrollTop = box.scrollTop;
    return;
  }
  const top = box.scrollTop + inner.top - outer.top - box.clientHeight / 3;
  const line = box.matches(".code") ? box.querySelector("span").getBoundingClientRect().height : laneHeight;
  const padding = Number.parseFloat(getComputedStyle(box).paddingTop);
  box.scrollTop = Math.max(0, Math.round((top - padding) / line) * line + padding);
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

// The latest event of a version at a step or before it.
const latest = (index, number) =>
  steps.slice(0, number + 1).findLast((one) => one.events[index])?.events[index];

// On a phone, the index of the visible version, which the player follows. Otherwise -1.
const alone = () =>
  tabs.checkVisibility() ? versions.findIndex(({ id }) => find(`tab-${id}`).checked) : -1;

// The steps at which to stop: while all are played, those of the visible versions, and otherwise the moments among
// them, or every few steps if a version has too few of these. The last step is always included.
function stops() {
  const last = steps.length - 1;
  const own = [...steps.keys()].filter((number) => alone() < 0 || steps[number].events[alone()]);
  const moments = own.filter((number) => steps[number].isMoment);
  const few = moments.length < 3 ? own.filter((_, at) => at % Math.ceil(own.length / 5) === 0) : moments;
  const chosen = timer ? own : few;
  // The last event of a version is shown at the last step.
  return [...chosen.filter((number) => number < last && (alone() < 0 || number !== own.at(-1))), last];
}

// On a phone, the next version to play: one that the question is about, or else one that has not been seen.
function nextVersion() {
  if (alone() < 0) return undefined;
  const rest = versions.filter(({ id }) => !seen.has(id));
  return rest.find(({ isAsked }) => isAsked) ?? rest[0];
}

// Whether the reader has seen enough for the answer.
const isOver = () =>
  place === steps.length - 1 && (alone() < 0 || versions.every(({ id, isAsked }) => !isAsked || seen.has(id)));

// Draws a bar up to the playhead. The faint copy behind it shows the rest.
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
// Scrolls each column to its first highlighted line. This comes after the text of the player, which leaves the columns more
// or less room.
function revealLit() {
  for (const { code } of versions) {
    const line = code.querySelector(".lit");
    if (line?.checkVisibility()) reveal(line);
  }
}
const darken = () => document.querySelectorAll(".lit").forEach((line) => line.classList.remove("lit"));

// Shows one step: describes the event of each version, highlights its line, moves its cursor, and dims everything
// later.
function show(number) {
  place = number;
  scrub.value = number;
  scrub.setAttribute("aria-valuetext", `event ${number + 1} of ${steps.length}`);
  darken();
  const [acting, lanes, only, { parting: difference, events, cause }] = [[], [], alone(), steps[number]];
  // At the end, all is shown, including what happens differently in each run and is no step.
  const isLast = number === steps.length - 1;
  if (isLast && only >= 0) seen.add(versions[only].id);
  // Where the difference is told, the code that it names is highlighted.
  const isTold = !isTrap() && (isOver() || Boolean(difference));
  versions.forEach((version, index) => {
    const last = latest(index, number);
    const event = index === only ? last : events[index];
    // An event whose order varies may be earlier than the events before it, but the cursor never moves back.
    const at = isLast ? 1 : Math.max(-1, ...steps.slice(0, number + 1).map((one) => one.events[index]?.at ?? -1));
    for (const shape of version.shapes) {
      shape.classList.toggle("later", start(shape) > at);
      if (shape.matches("rect")) cut(shape, at);
    }
    for (const plot of version.plots) cursor(plot, at);
    if (version.wrong) version.wrong.hidden = at < Number(version.wrong.dataset.place);
    version.article.classList.toggle("acts", Boolean(event));
    const isNamed = isTold && version.differing.length > 0;
    light(isNamed ? version.differing : [event?.line].filter(Boolean));
    if (!event) return;
    const own = shape(version, event);
    if (own?.checkVisibility()) lanes.push(own);
    if (only < 0 || index === only) acting.push({ version, event });
  });
  const each = acting.map(({ version }) => `<span class="${version.look}">${version.name}</span>`);
  const names = acting.length === versions.length && !isTrap() ? "<b>All</b>" : each.join(" and ");
  // While all is played, only the moments are read out.
  now.setAttribute("aria-live", timer && !steps[number].isMoment ? "off" : "polite");
  const following = isLast ? nextVersion() : undefined;
  step.textContent = following ? `Next: ${following.name}` : "Next";
  // It stays enabled for the keyboard, which would lose its place.
  step.setAttribute("aria-disabled", String(isLast && !following));
  if (isOver()) {
    isTrap() ? endTrap() : end();
  } else if (difference) {
    now.innerHTML = `<strong>${isTrap() ? "Here it goes wrong." : "Here they part."}</strong> ${difference}`;
  } else {
    const words = acting.map(({ event }) => event.words);
    const isSame = words.every((one) => one === words[0]);
    now.innerHTML = each.length === 0 ? `${versions[only].name}: nothing yet`
      : isSame ? `${names}: ${words[0]}` : each.map((one, at) => `${one}: ${words[at]}`).join("; ");
    if (cause && (only < 0 || events[only])) now.innerHTML += `. ${cause}`;
  }
  hideUnseen();
  revealLit();
  if (isTrap() || !isOver()) lanes.forEach(reveal);
  if (!isSticky()) player.scrollIntoView({ block: "end" });
}

function cursor(plot, at) {
  let head = plot.querySelector(".head");
  if (!head) plot.prepend((head = Object.assign(document.createElement("span"), { className: "head" })));
  head.hidden = at < 0;
  head.style.left = plot.matches("label *") ? `${2 + 96 * at}%` : `${1.2 + 97.6 * at}%`;
}

// Whether the player is always in view. In a low window it isn't.
const isSticky = () => getComputedStyle(player).position !== "static";

// Scrolls the whole stage into view, with nothing hidden behind the player. If the stage is too tall, scrolls to
// `first`.
function settle(first) {
  stage.style.setProperty("--above", `${stage.getBoundingClientRect().top + scrollY}px`);
  if (first && stage.offsetHeight > innerHeight) first.scrollIntoView();
  else {
    const { top, bottom } = stage.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) stage.scrollIntoView({ block: "end" });
  }
}

function stop() {
  clearTimeout(timer);
  timer = null;
  play.textContent = "Play all";
}

function next() {
  const following = place === steps.length - 1 ? nextVersion() : undefined;
  if (!following) return show(stops().find((number) => number > place) ?? steps.length - 1);
  find(`tab-${following.id}`).checked = true;
  show(stops()[0]);
  if (isSticky()) settle(stage);
}

// Shows the stop before this one. On a phone, the end of the version played before comes before the first stop.
function previous() {
  const earlier = stops().findLast((number) => number < place);
  const played = [...seen];
  const current = played.indexOf(versions[alone()]?.id);
  const before = current < 0 ? played.at(-1) : played[current - 1];
  if (earlier !== undefined || alone() < 0 || !before) return show(earlier ?? stops()[0]);
  find(`tab-${before}`).checked = true;
  show(steps.length - 1);
}

// Shows the first moment. The reader goes on from there.
function begin() {
  document.body.classList.remove("asking");
  for (const one of [now, now.nextElementSibling]) one.hidden = false;
  settle();
  show(place < 0 ? stops()[0] : place);
}

function run() {
  play.textContent = "Pause";
  if (place < steps.length - 1) return wait(0);
  wait(briefly());
  nextVersion() ? next() : show(stops()[0]);
}

// The pause after a step at normal speed, in milliseconds.
const briefly = () => Math.max(400, Math.min(900, 12_000 / steps.length));

// Shows the next step after a pause. There are ten seconds for the sentences where the versions part.
function wait(pause = place === parting && !isTrap() ? 10_000 : briefly()) {
  timer = setTimeout(() => {
    const isLast = place >= steps.length - 1 && (isOver() || !nextVersion());
    if (isLast) return stop();
    next();
    if (isOver()) stop();
    else wait();
  }, pause / Number(speed.value));
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
  const verdict = !chosen ? "" : isRight ? "As you predicted." : "Not as you predicted.";
  const lead = answer("because") || `<strong>${answer("claim")}</strong>`;
  const choice = document.querySelector(".verdict > :last-child");
  const [question, words] = choice ? [...choice.children].map((one) => one.innerHTML) : ["", ""];
  const sentence = words.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  now.innerHTML =
    `${lead} ${verdict} <em>${question} <strong>${sentence}.</strong></em> ` +
    `<a href="#answer-title">Why</a> · <a href="#trap">Watch the trap fail</a> ${parting < 0 ? answer("difference") : ""}`;
  settle();
  revealQuestion();
  remember();
}

// Remembers in this browser that the lesson has been played. The front page marks it.
function remember() {
  try {
    const path = location.pathname.split("/").slice(-2).join("/");
    localStorage.played = JSON.stringify([...new Set([...JSON.parse(localStorage.played ?? "[]"), path])]);
  } catch {}
}

// On a phone, removes the sentences about versions that have not been played, which leaves more room for the lanes.
function hideUnseen() {
  if (alone() < 0 || isTrap()) return;
  const unseen = versions.filter(({ id }, index) => index !== alone() && !seen.has(id));
  for (const { look } of unseen) now.querySelector(`.side.${look}`)?.remove();
}

// Says how the versions differ if their runs look alike, and highlights the code that differs.
function showDifference() {
  darken();
  for (const { differing } of versions) light(differing);
  now.setAttribute("aria-live", "polite");
  now.innerHTML = `<strong>They part in the code.</strong> ${answer("difference")}`;
  revealLit();
}

// The name of the lane that the question is about.
const askedName = (article) =>
  [...article.querySelectorAll(".plot text")].find((name) => name.firstChild.data === article.dataset.lane);

// Scrolls the lanes of all versions equally far, so that their rows line up, and so far that each shows the lane that the
// question is about, or else the one where the versions part. A lane that is now above its box is scrolled back into
// sight, which is the only exception.
function revealQuestion() {
  const boxes = versions.map(({ article }) => article.querySelector("figure")).filter((box) => box.checkVisibility());
  const asked = versions.flatMap((version, index) => {
    const event = steps[parting]?.events[index];
    const own = event && shape(version, event);
    const name = askedName(version.article) ?? (own && label(own));
    return name?.checkVisibility() ? name : [];
  });
  // Each name has its bar below it.
  const hidden = asked.map((name) => {
    const box = name.closest("figure");
    return box.scrollTop + name.getBoundingClientRect().bottom + 24 - box.getBoundingClientRect().bottom;
  });
  for (const box of boxes) box.scrollTop = Math.ceil(Math.max(0, ...hidden) / laneHeight) * laneHeight;
  const isAbove = (name) => name.getBoundingClientRect().top < name.closest("figure").getBoundingClientRect().top;
  asked.filter(isAbove).forEach(reveal);
}

// Gives the cure, after the mistake if that is the last step.
function endTrap() {
  const isLast = parting === steps.length - 1;
  const mistake = isLast ? `<strong>Here it goes wrong.</strong> ${steps[parting].parting} ` : "";
  now.innerHTML = `${mistake}<strong>The cure.</strong> ${versions[0].article.dataset.cure}`;
  settle();
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
  prepare();
  begin();
}

// Fits the controls to the view.
function prepare() {
  scrub.max = steps.length - 1;
}

if (scrub && steps.length > 0) {
  const answers = document.querySelectorAll(".answers button");
  for (const button of answers)
    button.addEventListener("click", () => {
      for (const other of answers) other.setAttribute("aria-pressed", String(other === button));
      stop();
      view(0);
      place = -1;
      seen.clear();
      begin();
      // The player takes focus, because all columns of code lie between the answers and the player.
      step.focus({ preventScroll: true });
    });
  prepare();
  play.addEventListener("click", () => (timer ? stop() : run()));
  back.addEventListener("click", () => (stop(), previous()));
  step.addEventListener("click", () => (stop(), next()));
  part.addEventListener("click", () => {
    stop();
    if (parting < 0) {
      showDifference();
    } else {
      const acting = steps[parting].events.map((event, index) => event && versions[index].id).filter(Boolean);
      if (!isTrap() && !acting.some((id) => find(`tab-${id}`).checked)) find(`tab-${acting[0]}`).checked = true;
      show(parting);
    }
    settle();
  });
  tabs.addEventListener("change", () => {
    if (place < 0) return;
    show(place);
    settle(tabs);
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
        if (shape.matches("rect")) {
          const rest = shape.cloneNode(true);
          rest.removeAttribute("data-at");
          rest.classList.add("rest");
          shape.before(rest);
        }
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
