/**
 * Lets so many in at the same time and so many wait, first come first served; whoever comes when the line is
 * full, or has waited too long, is turned away at once and told so. A line without an end would make everybody
 * wait for an answer that nobody is waiting for any more.
 */
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { whileServing } from '#platform/quiet.ts';

type Waiting = { enter: (entered: boolean) => void };

export type GateOptions = {
  /** How many are inside at the same time. */
  atOnce: number;
  /** How many may wait in each line. */
  waiting: number;
  /** The longest anybody waits, in milliseconds. */
  patienceMs: number;
  /** What is done inside is mostly waiting for somebody else, so background work need not step back for it. */
  mostlyWaits?: boolean;
};

/** The two lines of a gate: nobody in the second enters while somebody waits in the first. */
export type Line = 'first' | 'second';

export class Gate {
  readonly #options: GateOptions;
  #inside = 0;
  readonly #lines: Readonly<Record<Line, Set<Waiting>>> = { first: new Set(), second: new Set() };

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /**
   * Does `work` when it is its turn; gives what it gives and throws what it throws. Refused: 'busy'.
   * @param gone whoever leaves the line makes room in it: nobody waits for the answer any longer.
   */
  async pass<T>(
    work: () => Promise<T>,
    { gone, line = 'first' }: { gone?: AbortSignal | undefined; line?: Line } = {},
  ): Promise<Result<T, 'busy'>> {
    if (this.#inside < this.#options.atOnce) this.#inside += 1;
    else if (!(await this.#wait(this.#lines[line], gone))) return refuse('busy');
    try {
      return succeed(await (this.#options.mostlyWaits ? work() : whileServing(work)));
    } finally {
      this.#leave();
    }
  }

  #wait(line: Set<Waiting>, gone?: AbortSignal): Promise<boolean> {
    if (line.size >= this.#options.waiting) return Promise.resolve(false);
    return new Promise((resolve) => {
      const leave = () => {
        if (line.delete(waiting)) waiting.enter(false);
      };
      const timer = setTimeout(leave, this.#options.patienceMs);
      const waiting: Waiting = {
        enter: (entered) => {
          clearTimeout(timer);
          gone?.removeEventListener('abort', leave);
          resolve(entered);
        },
      };
      line.add(waiting);
      gone?.addEventListener('abort', leave);
    });
  }

  #leave(): void {
    // Whoever waits takes over the place itself, so that nobody who comes just now gets in between.
    const line = this.#lines.first.size > 0 ? this.#lines.first : this.#lines.second;
    const [next] = line;
    if (!next) {
      this.#inside -= 1;
      return;
    }
    line.delete(next);
    next.enter(true);
  }
}
