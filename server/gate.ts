/**
 * Lets so many in at the same time and so many wait, first come first served; whoever comes when the line is
 * full, or has waited too long, is turned away at once and told so. A line without an end would make everybody
 * wait for an answer that nobody is waiting for any more.
 */
import { type Result, refuse, succeed } from '#kernel/result.ts';

type Waiting = { enter: (entered: boolean) => void };

export type GateOptions = {
  /** How many are inside at the same time. */
  atOnce: number;
  /** How many may wait. */
  waiting: number;
  /** The longest anybody waits, in milliseconds. */
  patienceMs: number;
};

export class Gate {
  readonly #options: GateOptions;
  #inside = 0;
  readonly #line = new Set<Waiting>();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /**
   * Does `work` when it is its turn; gives what it gives and throws what it throws. Refused: 'busy'.
   * @param gone whoever leaves the line makes room in it: nobody waits for the answer any longer.
   */
  async pass<T>(work: () => Promise<T>, gone?: AbortSignal): Promise<Result<T, 'busy'>> {
    if (this.#inside < this.#options.atOnce) this.#inside += 1;
    else if (this.#line.size >= this.#options.waiting || !(await this.#wait(gone))) return refuse('busy');
    try {
      return succeed(await work());
    } finally {
      this.#leave();
    }
  }

  #wait(gone?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => {
        if (this.#line.delete(waiting)) waiting.enter(false);
      };
      const timer = setTimeout(leave, this.#options.patienceMs);
      const waiting: Waiting = {
        enter: (entered) => {
          clearTimeout(timer);
          gone?.removeEventListener('abort', leave);
          resolve(entered);
        },
      };
      this.#line.add(waiting);
      gone?.addEventListener('abort', leave);
    });
  }

  #leave(): void {
    // Whoever waits takes over the place itself, so that nobody who comes just now gets in between.
    const [next] = this.#line;
    if (!next) {
      this.#inside -= 1;
      return;
    }
    this.#line.delete(next);
    next.enter(true);
  }
}
