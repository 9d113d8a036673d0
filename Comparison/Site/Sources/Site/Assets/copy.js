// Adds buttons that copy a whole program: a file that compiles. If the page was opened from a file, from which nothing
// can be loaded, a button copies the code that is shown. In a table of needs, single words are left out of that unless
// there is nothing else.
"use strict";
async function program(link) {
  const reply = await fetch(link.href);
  if (!reply.ok) throw new Error(`${link.href}: ${reply.status}`);
  return reply.text();
}
function addButton(place, link, parts) {
  const look = { type: "button", textContent: "Copy", className: "copy", title: "Copies the whole program" };
  const button = Object.assign(document.createElement("button"), look);
  place.append(" ", button);
  button.addEventListener("click", async () => {
    const shown = () => parts.map((part) => part.textContent).join("\n");
    await navigator.clipboard.writeText(await program(link).catch(shown));
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
}
for (const code of document.querySelectorAll(".version .code"))
  addButton(code.closest(".version").querySelector("h2"), code.closest(".version").querySelector(".file"), [code]);
for (const cell of document.querySelectorAll(".decision td:has([href^=programs]):has(code)")) {
  const parts = [...cell.querySelectorAll("code")];
  const calls = parts.filter((part) => /\W/.test(part.textContent));
  addButton(cell, cell.querySelector("[href^=programs]"), calls.length > 0 ? calls : parts);
}
