/** Turns bursts of announcements into single refreshes: not too soon, not too often, not while the page is hidden. */

/** A burst ends after this many milliseconds without an announcement. */
export const QUIET_MS = 50;
/** Minimum time between the starts of two refreshes. */
const GAP_MS = 1_000;

export type RefresherOptions = {
  refresh: () => Promise<void>;
  /** Whether to wait: the page is hidden, or the user is typing into what would change. */
  isHeld: () => boolean;
  /** Called with true when a refresh has to wait, and with false when none does any more. */
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

  /** Records an announcement. */
  hear(): void {
    this.#setStale(true);
    this.look();
  }

  /** Call it on a page on hold whose data was loaded for another reason: what was heard before is in it. */
  caughtUp(): void {
    if (this.#running) return;
    clearTimeout(this.#timer);
    this.#setStale(false);
  }

  /** Refreshes soon if a refresh is waiting and may run now. Call it when that may have changed. */
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
