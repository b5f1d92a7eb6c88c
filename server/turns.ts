/** Lets so many do something at the same time; whoever comes later waits for a turn, first come first served. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Does `work` when it is its turn; gives what it gives and throws what it throws. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((turn) => this.#waiting.push(turn));
    try {
      return await work();
    } finally {
      // Whoever waits takes over the turn itself, so that nobody who comes just now gets in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
