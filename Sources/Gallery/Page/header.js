// The header of the program's own page: the length of the list, the activity, and the controls. A replay elsewhere does
// without it.

/** The engine that stalls. */
const baseline = "serial";

class Header {
  constructor() {
    // The sliders, each with a parameter of the program and a format for its value.
    this.sliders = [
      { id: "delay", key: "delay", unit: "s", scale: 1 },
      { id: "filter-delay", key: "filterDelay", unit: "s", scale: 1 },
      { id: "failures", key: "failureRate", unit: "%", scale: 100 },
    ].map((slider) => ({ ...slider, input: element(slider.id) }));
    for (const { input, key, scale } of this.sliders) {
      const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      input.oninput = () => this.showValues();
      input.onchange = () => program.sayTo("controls", { [name]: input.value / scale });
    }
    element("controls").onsubmit = (event) => event.preventDefault();
    // The button for the controls and some of the figures, which are hidden on a small screen.
    element("more").onclick = ({ target }) => {
      const isOpen = document.body.dataset.more !== "true";
      document.body.dataset.more = isOpen;
      target.ariaExpanded = isOpen;
    };
    element("stall").onclick = () => this.choose([...heads.keys()][0], baseline);
    // After a memory warning, nothing starts until a scroll comes to rest or the user requests it.
    element("warning").onclick = ({ target }) => {
      if (target.dataset.warned === "true") return scrolling.rest();
      scrolling.wait();
      program.say("memory-warning");
      setWarned(true);
    };
  }

  opened(tables) {
    const isCommon = !tables.includes(baseline) && tables.every((table) => parts(table).length === 1);
    element("shared").hidden = tables.length < 2 || !isCommon;
    element("stall").hidden = Boolean(recording) || !isCommon;
    // The address can set the controls, for example with `?delay=2&filter-delay=0.1&failure-rate=0.05`. Opening a
    // visitor's first page has reset them.
    if (!recording && !program.engines && location.search) {
      program.sayTo("controls", Object.fromEntries(new URLSearchParams(location.search)));
    }
  }

  /** Shows another engine on the side of one. An engine that is already shown swaps places. */
  choose(name, other) {
    program.open([...heads.keys()].map((each) => (each === name ? other : each === other ? name : each)));
  }

  set isWarned(isWarned) {
    element("warning").dataset.warned = isWarned;
    element("warning").textContent = isWarned ? "Go on" : "Memory warning";
  }

  updated({ controls }, count) {
    if (controls) this.showControls(controls);
    setText(element("count"), count ? photos(count) : "");
    this.showActivity();
  }

  /** Shows the one activity indicator of the page, which is on exactly while a transfer is in flight. */
  showActivity() {
    const activity = element("activity");
    if (document.body.dataset.lost === "true") {
      activity.dataset.active = false;
      return setText(activity.querySelector("span"), "No answer");
    }
    const isLoading = [...lists.values()].some((list) => list.state === "loading");
    const isActive = isLoading || [...heads.values()].some((head) => head.isActive);
    activity.dataset.active = isActive;
    // What the program last said is out of date during a stall, such as that the list is loading.
    const text = [...heads.values()].some((head) => head.isStalled)
      ? "Main queue stalled"
      : isLoading ? "Loading the list" : isActive ? "Working" : "Idle";
    setText(activity.querySelector("span"), text);
  }

  showControls(controls) {
    for (const { input, key, scale } of this.sliders) {
      const value = controls[key];
      // Without a sample server, these faults don't exist.
      input.parentElement.hidden = value === undefined;
      if (value === undefined) continue;
      // The command line allows longer delays than the slider.
      input.max = Math.max(input.max, value * scale);
      if (document.activeElement !== input) input.value = value * scale;
    }
    this.showValues();
  }

  showValues() {
    for (const { input, unit } of this.sliders) input.nextElementSibling.textContent = `${Number(input.value)} ${unit}`;
  }
}
