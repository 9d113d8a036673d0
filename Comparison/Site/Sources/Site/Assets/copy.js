// Adds buttons that copy code as plain text. In a table of needs, a button copies the code of its cell. Single words
// are left out unless there is nothing else.
"use strict";
function addButton(place, parts) {
  const look = { type: "button", textContent: "Copy", className: "copy" };
  const button = Object.assign(document.createElement("button"), look);
  place.append(" ", button);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(parts.map((part) => part.textContent).join("\n"));
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
}
for (const code of document.querySelectorAll(".version .code"))
  addButton(code.closest(".version").querySelector("h2"), [code]);
for (const cell of document.querySelectorAll(".decision td:has([href^=programs]):has(code)")) {
  const parts = [...cell.querySelectorAll("code")];
  const calls = parts.filter((part) => /\W/.test(part.textContent));
  addButton(cell, calls.length > 0 ? calls : parts);
}
