"use strict";

// Adds zoom to the timelines. They get wider, and their containers scroll.
for (const scene of document.querySelectorAll(".scene")) {
  const controls = document.createElement("p");
  controls.className = "controls";
  const places = scene.querySelectorAll(".wide");
  const buttons = [1, 4, 16, 64].map((factor) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = factor === 1 ? "Whole run" : `${factor} times`;
    button.addEventListener("click", () => look(factor));
    return button;
  });
  controls.append(...buttons);
  scene.querySelector("h2").after(controls);

  function look(factor) {
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String([1, 4, 16, 64][index] === factor)));
    for (const place of places) {
      const middle = (place.scrollLeft + place.clientWidth / 2) / place.scrollWidth;
      place.firstElementChild.style.width = `${factor * 100}%`;
      place.scrollLeft = middle * place.scrollWidth - place.clientWidth / 2;
    }
  }
  look(1);

  // All timelines show the same period.
  for (const place of places) {
    place.addEventListener("scroll", () => {
      for (const other of places) if (other.scrollLeft !== place.scrollLeft) other.scrollLeft = place.scrollLeft;
    });
  }
}
