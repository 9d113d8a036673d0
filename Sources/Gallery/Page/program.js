// What the page says to the program, and hears from it.

/** One page's line to the program. Calls `onOpen(tables)`, `onRefused(reason)`, `onListening()`,
 * `onUpdate(update, isFirst)` and `onLost(isLost)`. */
export class Program {
  constructor(handlers) {
    this.handlers = handlers;
    this.waiting = [];
    this.isSending = false;
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    // A hidden page is told nothing: its work is cancelled, as nobody looks, and its connection is free for others. A
    // browser allows few connections to one host.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stopListening() : this.listen()));
  }

  async open() {
    this.stopListening();
    this.waiting = [];
    try {
      const answer = await fetch("/pages", { method: "POST" });
      // It would be refused again before long: that is the user's to decide.
      if (!answer.ok) return this.handlers.onRefused((await answer.text()).trim());
      const { id, tables } = await answer.json();
      this.id = id;
      this.handlers.onOpen(tables);
      this.listen();
    } catch (error) {
      this.handlers.onLost(true);
      setTimeout(() => this.open(), 1000);
    }
  }

  /** The address of something of this page's. */
  address(path) {
    return `/pages/${this.id}/${path}`;
  }

  listen() {
    if (!this.id || this.events || document.hidden) return;
    const events = new EventSource(this.address("events"));
    this.events = events;
    let isFirst = true;
    events.onopen = () => {
      isFirst = true;
      this.handlers.onLost(false);
    };
    events.addEventListener("update", (event) => {
      this.handlers.onUpdate(JSON.parse(event.data), isFirst);
      // Not as the line opens: the program heeds a page from when it has something to tell it.
      if (isFirst) this.handlers.onListening();
      isFirst = false;
    });
    events.onerror = () => {
      this.handlers.onLost(true);
      // The browser tries again by itself, unless the program knows this page no more.
      if (events.readyState === EventSource.CLOSED && this.events === events) {
        this.stopListening();
        setTimeout(() => this.open(), 1000);
      }
    };
  }

  stopListening() {
    this.events?.close();
    this.events = undefined;
  }

  close() {
    if (!this.id) return;
    this.stopListening();
    navigator.sendBeacon(this.address("close"));
    this.id = undefined;
  }

  /** Says something, after all that was said before: over several connections, the order could change. */
  say(path, values = {}) {
    this.sayTo(this.address(path), values);
  }

  sayTo(address, values) {
    const last = this.waiting.at(-1);
    // Where a scroll has got to replaces where it was.
    if (values.kind === "moved" && last?.values.kind === "moved") this.waiting.pop();
    this.waiting.push({ address, values });
    this.send();
  }

  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.waiting.length > 0) {
      const { address, values } = this.waiting.shift();
      try {
        await fetch(`${address}?${new URLSearchParams(values)}`, { method: "POST" });
      } catch {
        // The event stream tells that the program has gone.
      }
    }
    this.isSending = false;
  }

  /** Names of rows, from `first` up to `last`, as far as there are any. */
  async names(table, first, last) {
    const answer = await fetch(this.address(`${table}/names?first=${first}&last=${last}`));
    return answer.ok ? answer.json() : [];
  }
}
