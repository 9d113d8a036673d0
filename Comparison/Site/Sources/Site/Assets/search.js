// Ranks the entries of the index for the words that are typed. Titles count most, then rows of tables, code and prose;
// whole words more than beginnings, and those more than parts; rare words more than frequent ones. An entry whose title
// or alias is like the query comes before one that only has its words.
"use strict";
const [input, found, told] = ["find", "found", "told"].map((id) => document.getElementById(id));
const weights = { A: 1, B: 2, C: 3, D: 5, E: 8 };

// The index: stems of words with the entries that have them, and their weights there.
const index = new Map([...postings.matchAll(/(\S+) (\S+)/g)].map(([, word, coded]) => {
  const places = [];
  let weight = 0;
  for (const [part, letter] of coded.matchAll(/([A-Z])|../g)) {
    if (letter) weight = weights[letter];
    else places.push([Number.parseInt(part, 36), weight]);
  }
  return [word, places];
}));
const all = [...index.keys()].join(" ");

// The stem that the forms of a word, and other words for it, share. Each step replaces the first ending that it has.
function stem(word) {
  for (const step of endings) {
    const ending = step.find(([end]) => word.endsWith(end) && word.length - end.length >= least);
    if (ending) word = word.slice(0, -ending[0].length) + ending[1];
  }
  return synonyms[word] ?? word;
}

const isKnown = (word) => all.includes(stem(word));
const isWanted = (word) => word.length > 1 && !common.includes(word);
const namesOf = (text) => text.split(/[^\p{L}\p{N}_]+/u);

// The stems of a text's words. A name that no entry has is taken apart, and an address or a number is left out.
function stems(text) {
  const words = namesOf(text).map((name) => name.replace(/^_+/, "")).flatMap((name) => {
    const word = name.toLowerCase();
    if (!isWanted(word) || isKnown(word)) return word;
    if (word.startsWith("ns") && isKnown(word.slice(2))) return word.slice(2);
    const parts = name.split(/_|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase()).filter(isKnown);
    return parts.length > 0 ? parts : /\d/.test(word) ? [] : word;
  });
  return [...new Set(words.filter(isWanted).map(stem))];
}

// The rarity of a word, which is an entry's own share of the logarithm of all.
const rarity = (word) => Math.log(1 + entries.length / (index.get(word)?.length ?? 1));
const sum = (words) => words.reduce((all, word) => all + rarity(word), 0);

// The phrases of each entry, made at the first search. An empty one stands for its title.
let phrases;
const makePhrases = () => entries.map(([title, , , phrases]) =>
  (phrases?.split("; ") ?? []).map((phrase) => stems(phrase || title)));

// How much of the query and of a phrase are the same words, from 0 to 1. One word of several is none.
function likeness(words, phrase) {
  const shared = words.filter((word) => phrase.includes(word));
  if (shared.length < Math.min(2, phrase.length)) return 0;
  return (sum(shared) ** 2 / (sum(words) * sum(phrase))) ** 2;
}

// Each entry's best score for one word.
function scores(word) {
  const best = new Map();
  for (const [one, places] of index) {
    if (word.length < 3 ? one !== word : !one.includes(word)) continue;
    const closeness = one === word ? 1 : one.startsWith(word) ? 0.5 : 0.25;
    // If the typed text is a word itself, its frequency counts.
    const score = closeness * rarity(index.has(word) ? word : one);
    for (const [entry, weight] of places)
      best.set(entry, Math.max(best.get(entry) ?? 0, weight * score));
  }
  return best;
}

// The words of a query, the best entries, which have at least half of them, and the names that none has.
function search(query) {
  const words = stems(query);
  if (words.length === 0) return { words, hits: [], unknown: [] };
  phrases ??= makePhrases();
  const found = words.map(scores);
  const hits = entries.map(([title, address, note], entry) => {
    const own = found.map((scores) => scores.get(entry) ?? 0);
    const share = own.filter(Boolean).length / words.length;
    const alike = Math.max(0, ...phrases[entry].map((phrase) => likeness(words, phrase)));
    const score = (own.reduce((sum, one) => sum + one, 0) + weights.E * sum(words) * alike) * share ** 2;
    return { title, address, note, share, score };
  });
  const isUnknown = (name) => {
    const own = stems(name);
    return own.length > 0 && own.every((word) => !all.includes(word));
  };
  return {
    words,
    hits: hits.filter(({ share }) => share >= 0.5).sort((a, b) => b.score - a.score).slice(0, 8),
    unknown: namesOf(query).filter(isUnknown).map((name) => `“${name}”`),
  };
}

function look() {
  const { words, hits, unknown } = search(input.value);
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
    hits.length > 0 ? `${hits.length} found. Enter opens the first.` : words.length > 0 ? "Nothing found." : "",
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
