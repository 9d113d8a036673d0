// Ranks the entries of the index for the words that are typed. Titles count most, then rows of tables, code and prose;
// whole words more than beginnings, and those more than parts; rare words more than frequent ones.
"use strict";
const [input, found, told] = ["find", "found", "told"].map((id) => document.getElementById(id));
const weights = { A: 1, B: 2, C: 3, D: 5, E: 8 };

// The index: words with the entries that have them, and their weights there.
const index = [...postings.matchAll(/(\S+) (\S+)/g)].map(([, word, coded]) => {
  const places = [];
  let weight = 0;
  for (const [part, letter] of coded.matchAll(/([A-Z])|../g)) {
    if (letter) weight = weights[letter];
    else places.push([Number.parseInt(part, 36), weight]);
  }
  return { word, places };
});

const isKnown = (word) => index.some((one) => one.word.includes(word));

// The words of a query. A name that no entry has is taken apart.
function wordsOf(query) {
  const names = query.split(/[^\p{L}\p{N}_]+/u);
  return names.flatMap((name) => {
    const word = name.toLowerCase();
    if (isKnown(word)) return word;
    if (word.startsWith("ns") && isKnown(word.slice(2))) return word.slice(2);
    return name.split(/_|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());
  }).filter((word) => word.length > 1 && !common.includes(word));
}

// Each entry's best score for one word.
function scores(word) {
  const best = new Map();
  const own = index.find((one) => one.word === word);
  for (const one of index) {
    if (word.length < 3 ? one.word !== word : !one.word.includes(word)) continue;
    const closeness = one.word === word ? 1 : one.word.startsWith(word) ? 0.5 : 0.25;
    // If the typed text is a word itself, its frequency counts.
    const rarity = Math.log(1 + entries.length / (own ?? one).places.length);
    for (const [entry, weight] of one.places)
      best.set(entry, Math.max(best.get(entry) ?? 0, weight * closeness * rarity));
  }
  return best;
}

// The best entries, and the words that none has.
function search(query) {
  const words = [...new Set(wordsOf(query))].map((word) => ({ word, scores: scores(word) }));
  const known = words.filter(({ scores }) => scores.size > 0);
  const hits = entries.map(([title, address, note], entry) => {
    const own = known.map(({ scores }) => scores.get(entry) ?? 0);
    const share = own.filter(Boolean).length / known.length;
    return { title, address, note, score: own.reduce((sum, one) => sum + one, 0) * share * share };
  });
  return {
    hits: hits.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score).slice(0, 8),
    unknown: words.filter(({ scores }) => scores.size === 0).map(({ word }) => `“${word}”`),
  };
}

function look() {
  const { hits, unknown } = search(input.value);
  found.replaceChildren(
    ...hits.map(({ title, address, note }) => {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("a"), { href: document.querySelector("search").dataset.root + address, textContent: title }));
      if (note) item.append(" ", Object.assign(document.createElement("small"), { textContent: note }));
      return item;
    }),
  );
  told.textContent = [
    unknown.length > 0 ? `Nothing has ${unknown.join(" or ")}.` : "",
    hits.length > 0 ? `${hits.length} found. Enter opens the first.` : "",
  ].join(" ").trim();
}

// The arrow keys move between the box and its results.
document.querySelector("search").addEventListener("keydown", (event) => {
  const places = [input, ...found.querySelectorAll("a")];
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const next = event.key === "Escape" ? input : way && places[places.indexOf(document.activeElement) + way];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
document.querySelector("search form").addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
input.addEventListener("input", look);
look();
