/** Turns bursts of announcements into single refreshes: not too soon, not too often, not while nobody looks. */

/** A burst ends when nothing was announced for so long. */
const QUIET_MS = 150;
/** Between the beginnings of two refreshes. */
const GAP_MS = 1_000;

export type RefresherOptions = {
  refresh: () => Promise<void>;
  /** Whether now is a bad moment: the page is hidden, or somebody is typing into what would change. */
  isHeld: () => boolean;
  /** Called when something waits for a better moment, and when nothing does any more. */
  onStale?: (stale: boolean) => void;
};

export class Refresher {
  readonly #options: RefresherOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  #running = false;
  #stale = false;

  constructor(options: RefresherOptions) {
    this.#options = options;
  }

  /** Something was announced. */
  hear(): void {
    this.#setStale(true);
    this.look();
  }

  /** Refreshes soon if something waits and the moment is good. To be called when the moment may have become good. */
  look(): void {
    if (!this.#stale || this.#running || this.#options.isHeld()) return;
    clearTimeout(this.#timer);
    const wait = Math.max(QUIET_MS, this.#startedAt + GAP_MS - performance.now());
    this.#timer = setTimeout(() => {
      if (!this.#options.isHeld()) void this.refresh();
    }, wait);
  }

  /** Refreshes now. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running = true;
    this.#startedAt = performance.now();
    this.#setStale(false);
    try {
      await this.#options.refresh();
    } finally {
      this.#running = false;
      this.look();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #setStale(stale: boolean): void {
    if (this.#stale === stale) return;
    this.#stale = stale;
    this.#options.onStale?.(stale);
  }
}
