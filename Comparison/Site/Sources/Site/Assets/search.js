// Finds the entries that contain all typed words. Entries with the words in their titles come first.
"use strict";
const [input, found] = [document.getElementById("find"), document.getElementById("found")];
document.querySelector("search").hidden = false;

function look() {
  const words = input.value.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
  const hits = words.length === 0 ? [] : entries
    .map(([title, address, names]) => {
      const isNamed = (word) => names.split(" ").some((name) => name.includes(word));
      const scores = words.map((word) => (title.toLowerCase().includes(word) ? 2 : isNamed(word) ? 1 : 0));
      return { title, address, score: scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 8);
  found.replaceChildren(
    ...hits.map(({ title, address }) => {
      const item = document.createElement("li");
      const link = { href: address, textContent: title.replaceAll("`", "") };
      item.append(Object.assign(document.createElement("a"), link));
      return item;
    }),
  );
  if (words.length && !hits.length) found.textContent = "Nothing has all of these words.";
}
input.addEventListener("input", look);
look();
