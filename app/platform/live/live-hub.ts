/**
 * Manages the live streams of this process: who listens to what, who may continue to listen, and what was announced
 * recently. `server/run/live.ts` connects it to PostgreSQL, `core/ground/live` decides who may listen, and the route `/live` opens
 * streams on it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Topic } from '#kernel/topic.ts';
import { log } from '../log.ts';
import { type Heard, LiveStream, type StreamEnd } from './live-stream.ts';

/** Called every few seconds for all listeners at once: returns which of them may continue. */
export type StillAllowed<Listener> = (
  listeners: readonly { listener: Listener; topics: readonly Topic[] }[],
) => Promise<readonly boolean[]>;

export type LiveHubOptions<Listener> = {
  stillAllowed: StillAllowed<Listener>;
  /** Identifies the person whose streams count together, such as a user ID. */
  personOf: (listener: Listener) => string;
  /** Streams per person; one more closes the oldest. */
  perPerson?: number;
  /** Streams in total; one more is refused. */
  inAll?: number;
  /** Milliseconds between permission checks; slow and silent readers are checked at the same interval. */
  checkEveryMs?: number;
  heartbeatMs?: number;
  /** Milliseconds after which a reader that takes nothing is dropped. */
  slowReaderMs?: number;
  clock?: () => number;
};

type Open<Listener> = { listener: Listener; topics: readonly Topic[]; stream: LiveStream };

/** How long announcements are remembered, for pages whose data is older than their stream. */
const MEMORY_MS = 60_000;
const MOST_REMEMBERED = 5_000;
/** Two failed checks in a row end the streams: listeners whose permission cannot be checked may not listen. */
const CHECKS_THAT_MAY_FAIL = 1;
/** How long a browser has to take the farewell when the shop stops. */
const FAREWELL_MS = 1_000;

export class LiveHub<Listener> {
  readonly #options: Required<LiveHubOptions<Listener>>;
  readonly #streams = new Map<LiveStream, Open<Listener>>();
  /** Ended streams whose browsers have not taken the farewell yet. They receive nothing more. */
  readonly #leaving = new Set<LiveStream>();
  readonly #byTopic = new Map<Topic, Set<LiveStream>>();
  readonly #announcedAt = new Map<Topic, number>();
  /** Announcements before this moment are unknown. */
  #knowsSince: number;
  #timer: NodeJS.Timeout | null = null;
  #checking = false;
  #failedChecks = 0;
  #isClosed = false;

  constructor(options: LiveHubOptions<Listener>) {
    this.#options = {
      perPerson: 8,
      inAll: 2_000,
      checkEveryMs: 2_000,
      heartbeatMs: 20_000,
      slowReaderMs: 15_000,
      clock: () => performance.now(),
      ...options,
    };
    this.#knowsSince = this.#options.clock();
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream of these topics, after the caller has checked that this listener may hear them. Announcements made
   * while the page's data was loading are delivered at once. Null if there is no room, or the shop is stopping.
   * @param ageMs how old the page's data may be.
   */
  open(listener: Listener, topics: readonly Topic[], ageMs: number): ReadableStream<Uint8Array> | null {
    if (this.#isClosed) return null;
    this.#makeRoom(listener);
    if (this.#streams.size + this.#leaving.size >= this.#options.inAll) return null;
    const stream = new LiveStream(() => this.#closed(stream), this.#options.clock);
    this.#streams.set(stream, { listener, topics, stream });
    for (const topic of topics) {
      const listening = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, listening.add(stream));
    }
    const missed = this.recall(topics, ageMs);
    if (missed === 'everything') stream.hearEverything();
    else for (const topic of missed) stream.hear(topic);
    this.#timer ??= setInterval(() => this.#tick(), this.#options.checkEveryMs).unref();
    return stream.body;
  }

  /** Which of these topics were announced in the last `ageMs` milliseconds: for pages without a stream. */
  recall(topics: readonly Topic[], ageMs: number): Heard {
    const since = this.#options.clock() - ageMs;
    if (ageMs > MEMORY_MS || since < this.#knowsSince) return 'everything';
    return topics.filter((topic) => (this.#announcedAt.get(topic) ?? Number.NEGATIVE_INFINITY) >= since);
  }

  /** Passes on an announcement from the database. */
  hear(topic: Topic): void {
    this.#announcedAt.delete(topic);
    this.#announcedAt.set(topic, this.#options.clock());
    if (this.#announcedAt.size > MOST_REMEMBERED) this.#forgetOldest();
    for (const stream of this.#byTopic.get(topic) ?? []) stream.hear(topic);
  }

  /** Call it after losing contact with the database: anything may have changed. */
  missed(): void {
    this.#announcedAt.clear();
    this.#knowsSince = this.#options.clock();
    for (const stream of this.#streams.keys()) stream.hearEverything();
  }

  /** Ends every stream and accepts no new ones. Drops a browser that does not take the farewell within a second. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stream of [...this.#streams.keys()]) this.#end(stream, 'restart');
    const until = Date.now() + FAREWELL_MS;
    while (this.#leaving.size > 0 && Date.now() < until) await pause(10);
    for (const stream of [...this.#leaving]) stream.drop();
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #makeRoom(listener: Listener): void {
    const person = this.#options.personOf(listener);
    const own = [...this.#streams.values()].filter(
      (open) => this.#options.personOf(open.listener) === person,
    );
    const tooMany = Math.max(0, own.length + 1 - this.#options.perPerson);
    for (const { stream } of own.slice(0, tooMany)) this.#end(stream, 'crowded');
  }

  #forgetOldest(): void {
    const [oldest] = this.#announcedAt;
    if (!oldest) return;
    this.#announcedAt.delete(oldest[0]);
    this.#knowsSince = Math.max(this.#knowsSince, oldest[1]);
  }

  /** Removes a stream from the lists: it receives nothing from now on. */
  #forget(stream: LiveStream): void {
    const open = this.#streams.get(stream);
    if (!open) return;
    this.#streams.delete(stream);
    for (const topic of open.topics) {
      const listening = this.#byTopic.get(topic);
      listening?.delete(stream);
      if (listening?.size === 0) this.#byTopic.delete(topic);
    }
  }

  #end(stream: LiveStream, reason: StreamEnd): void {
    this.#forget(stream);
    this.#leaving.add(stream);
    stream.end(reason);
  }

  #closed(stream: LiveStream): void {
    this.#forget(stream);
    this.#leaving.delete(stream);
    if (this.#streams.size + this.#leaving.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    for (const stream of [...this.#streams.keys(), ...this.#leaving]) {
      if (stream.stuckFor() > this.#options.slowReaderMs) stream.drop();
      else if (stream.silentFor() > this.#options.heartbeatMs) stream.beat();
    }
    const horizon = this.#options.clock() - MEMORY_MS;
    for (const [topic, at] of this.#announcedAt) {
      if (at >= horizon) break;
      this.#announcedAt.delete(topic);
    }
    void this.#check();
  }

  async #check(): Promise<void> {
    // A check that takes longer than the interval counts as failed too: permissions are unknown.
    if (this.#checking) return this.#checkFailed('takes too long');
    this.#checking = true;
    const open = [...this.#streams.values()];
    try {
      const allowed = await this.#options.stillAllowed(open);
      this.#failedChecks = 0;
      for (const [index, { stream }] of open.entries())
        if (allowed[index] !== true) this.#end(stream, 'access');
    } catch (error) {
      this.#checkFailed(error instanceof Error ? error.message : String(error));
    } finally {
      this.#checking = false;
    }
  }

  #checkFailed(why: string): void {
    this.#failedChecks += 1;
    if (this.#failedChecks <= CHECKS_THAT_MAY_FAIL) return;
    log.warn({ error: why, streams: this.#streams.size }, 'cannot ask who may listen; live streams end');
    for (const stream of [...this.#streams.keys()]) this.#end(stream, 'restart');
  }
}
