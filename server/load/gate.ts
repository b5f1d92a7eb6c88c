/**
 * Admits a limited number of requests at the same time. Every person and every address has a share of the places, and
 * those who wait take turns: the address served longest ago is next, and within it the person served longest ago. So
 * one visitor with forty connections waits behind their own requests, and no one else does. A person's request that
 * waited for another by the same person also yields to everyone else, as background work does (`quiet`). Lines are
 * limited, because an endless line makes everyone wait for responses that no one needs anymore. A full line refuses the
 * newest request from the address with the most waiting in it, so one address never blocks it for others. Networks take
 * turns before their addresses do, because one visitor can have thousands of IPv6 addresses.
 */
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { whenQuiet, whileServing } from '#platform/quiet.ts';
import { networkOf } from '#server/http/client-address.ts';

/** The sender of a request. `person` is null for guests, who are told apart only by address. */
export type Visitor = { address: string; person: string | null };

export type GateOptions = {
  /** Requests inside at the same time. */
  atOnce: number;
  /** Requests inside per person. */
  perPerson: number;
  /** Requests inside per address. */
  perAddress: number;
  /** Requests in line per person, or per address for its guests. */
  waiting: number;
  /** Requests in line in total; one network may have half of them. */
  waitingInAll: number;
  /** The longest wait, in milliseconds. */
  patienceMs: number;
  /** The work inside mostly waits for another server, so background work need not yield to it. */
  mostlyWaits?: boolean;
};

/** The second line advances only if no one in the first may enter. */
export type Line = 'first' | 'second';

/** The counts of one network, address or person at this gate. `turn` is when it was last admitted; 0 means never. */
type Share = { name: string; most: number; inside: number; waiting: Record<Line, number>; turn: number };

/** The shares a request counts toward: its network, its address, and its person (all guests of an address together). */
type Shares = readonly [network: Share, address: Share, person: Share];

type Waiting = { shares: Shares; line: Line; enter: (entered: boolean) => void };

export class Gate {
  readonly #options: GateOptions;
  readonly #shares = new Map<string, Share>();
  /** In order of arrival. */
  readonly #lines: Readonly<Record<Line, Set<Waiting>>> = { first: new Set(), second: new Set() };
  #inside = 0;
  #turn = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` when its turn comes; returns its result and throws its errors. Refused: 'busy'.
   * @param gone aborts when the visitor disconnects, and gives up the place in line.
   */
  async pass<T>(
    work: () => Promise<T>,
    visitor: Visitor,
    { gone, line = 'first' }: { gone?: AbortSignal | undefined; line?: Line } = {},
  ): Promise<Result<T, 'busy'>> {
    const shares = this.#sharesOf(visitor);
    const [, , { inside, most }] = shares;
    const waitsForOwn = visitor.person !== null && inside >= most;
    if (this.#mayEnter(shares)) this.#enter(shares);
    else if (!(await this.#wait(shares, line, gone))) return refuse('busy');
    try {
      if (this.#options.mostlyWaits) return succeed(await work());
      if (waitsForOwn) await whenQuiet();
      return succeed(await whileServing(work));
    } finally {
      this.#leave(shares);
    }
  }

  #sharesOf({ address, person }: Visitor): Shares {
    const { atOnce, perAddress, perPerson } = this.#options;
    const ofPerson =
      person === null
        ? this.#share(`guests ${address}`, perAddress)
        : this.#share(`person ${person}`, perPerson);
    const network = this.#share(`network ${networkOf(address)}`, atOnce);
    return [network, this.#share(`address ${address}`, perAddress), ofPerson];
  }

  #share(name: string, most: number): Share {
    const empty = { inside: 0, waiting: { first: 0, second: 0 }, turn: 0 };
    const share = this.#shares.get(name) ?? { name, most, ...empty };
    this.#shares.set(name, share);
    return share;
  }

  #mayEnter(shares: Shares): boolean {
    return this.#inside < this.#options.atOnce && shares.every(({ inside, most }) => inside < most);
  }

  #enter(shares: Shares): void {
    this.#inside += 1;
    this.#turn += 1;
    for (const share of shares) {
      share.inside += 1;
      share.turn = this.#turn;
    }
  }

  #leave(shares: Shares): void {
    this.#inside -= 1;
    for (const share of shares) {
      share.inside -= 1;
      this.#forget(share);
    }
    for (let next = this.#next(); next !== null; next = this.#next()) {
      this.#enter(next.shares);
      next.enter(true);
    }
  }

  #next(): Waiting | null {
    for (const line of [this.#lines.first, this.#lines.second]) {
      let next: Waiting | null = null;
      for (const waiting of line)
        if (this.#mayEnter(waiting.shares) && (next === null || comesBefore(waiting, next))) next = waiting;
      if (next !== null) return next;
    }
    return null;
  }

  #wait(shares: Shares, line: Line, gone?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => waiting.enter(false);
      const timer = setTimeout(leave, this.#options.patienceMs);
      const waiting: Waiting = {
        shares,
        line,
        enter: (entered) => {
          clearTimeout(timer);
          gone?.removeEventListener('abort', leave);
          this.#lines[line].delete(waiting);
          for (const share of shares) {
            share.waiting[line] -= 1;
            this.#forget(share);
          }
          resolve(entered);
        },
      };
      this.#lines[line].add(waiting);
      for (const share of shares) share.waiting[line] += 1;
      gone?.addEventListener('abort', leave);
      this.#refused(waiting)?.enter(false);
    });
  }

  /** The request that must leave the line now that `latest` has joined it; null while it has room for all. */
  #refused(latest: Waiting): Waiting | null {
    const { waiting, waitingInAll } = this.#options;
    const { line, shares } = latest;
    const [network, , person] = shares;
    if (person.waiting[line] > waiting) return latest;
    const isFull = this.#lines[line].size > waitingInAll || network.waiting[line] > waitingInAll / 2;
    return isFull ? [...this.#lines[line]].reduce(moreCrowded) : null;
  }

  #forget({ name, inside, waiting }: Share): void {
    if (inside + waiting.first + waiting.second === 0) this.#shares.delete(name);
  }
}

/** Whether a waiting request is admitted before another that arrived earlier. */
function comesBefore(one: Waiting, other: Waiting): boolean {
  const at = one.shares.findIndex((share, level) => share !== other.shares[level]);
  return (one.shares[at]?.turn ?? 0) < (other.shares[at]?.turn ?? 0);
}

/**
 * The one of two requests that leaves a full line: the one whose network, then address, then person has more waiting in
 * it; otherwise the later one.
 */
function moreCrowded(earlier: Waiting, later: Waiting): Waiting {
  const { line, shares } = later;
  const more = shares.map(
    (share, level) => share.waiting[line] - (earlier.shares[level]?.waiting[line] ?? 0),
  );
  return (more.find((difference) => difference !== 0) ?? 0) >= 0 ? later : earlier;
}
