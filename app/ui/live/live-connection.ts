/**
 * Manages a browser's one event stream, in its leading tab (`live-tabs.ts`). A lost stream reconnects after growing
 * pauses; while no stream is available, this polls the server. Announcements in a gap are not lost: every stream and
 * every poll says how long ago the last sign from the server was.
 */
import { MAXIMUM_TOPICS, type Topic, writeTopics } from '#kernel/topic.ts';
import { FAILURES_OF_LONGEST_PAUSE, pauseAfter } from './backoff.ts';

/** What was announced: topics, or 'everything', which means that anything may have changed. */
export type Heard = readonly Topic[] | 'everything';

/** A stream without a sign for this long counts as dead; the server sends one every 20 s. */
const SILENCE_MS = 50_000;
/** A stream that ends sooner has failed: the pause before the next one is longer. */
const STEADY_MS = 10_000;
const POLL_EVERY_MS = 15_000;
/** After this many failures in a row, polls until a stream is available. */
const POLL_AFTER_FAILURES = 2;
/** Allows for announcements that were in transit when the last sign came. */
const MARGIN_MS = 2_000;

export type LiveConnectionOptions = {
  hear: (heard: Heard) => void;
  /** A sign from the server: everything announced until now has arrived. */
  covered: () => void;
  /** The stream ended or could not be opened: the network may be lost. */
  broken: () => void;
  /** Whether this tab may open a stream; otherwise it only polls. */
  streams: boolean;
};

export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  #topics: ReadonlySet<Topic> = new Set();
  #source: EventSource | null = null;
  /** Announcements after this moment may be missing; by this machine's clock, which tabs share. */
  #coveredUntil = Date.now();
  #connectedAt = 0;
  #failures = 0;
  #polling = false;
  /** The server said that this browser may not listen; the page has been notified once. */
  #isDenied = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #nextPoll: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
    addEventListener('online', this.#reconnect);
  }

  /**
   * Sets the topics to listen to.
   * @param since announcements after this moment may be missing in the pages' data.
   */
  want(topics: ReadonlySet<Topic>, since: number): void {
    // Extra topics cost less than another stream.
    if (topics.size > 0 && [...topics].every((topic) => this.#topics.has(topic))) return;
    this.#coveredUntil = Math.min(this.#coveredUntil, since);
    this.#topics = topics;
    this.#failures = 0;
    this.#stopPolling();
    this.#reconnect();
  }

  close(): void {
    removeEventListener('online', this.#reconnect);
    this.want(new Set(), Date.now());
  }

  readonly #reconnect = (): void => {
    clearTimeout(this.#retry);
    this.#closeSource();
    if (this.#topics.size === 0) return;
    if (!this.#options.streams) {
      this.#startPolling();
      return;
    }
    const source = new EventSource(this.#address());
    this.#source = source;
    this.#connectedAt = Date.now();
    this.#watchSilence();
    this.#on('hello', () => {
      this.#isDenied = false;
      this.#stopPolling();
    });
    this.#on('beat', () => undefined);
    this.#on('topics', (topics) => this.#options.hear(topics as Topic[]));
    this.#on('everything', () => this.#options.hear('everything'));
    this.#on('end', (reason) => {
      // Too many windows elsewhere: reconnecting at once would only push another one out.
      if (reason === 'crowded') this.#failures = FAILURES_OF_LONGEST_PAUSE;
      // A visitor who may no longer listen may no longer see the page either: it reloads its data and is redirected.
      if (reason === 'access') this.#options.hear('everything');
      this.#lost();
    });
    source.onerror = () => this.#lost();
  };

  #on(name: string, handle: (data: unknown) => void): void {
    const source = this.#source;
    source?.addEventListener(name, (event: MessageEvent<string>) => {
      if (source !== this.#source) return;
      this.#watchSilence();
      this.#cover(Date.now());
      handle(JSON.parse(event.data));
    });
  }

  #lost(): void {
    this.#options.broken();
    if (Date.now() - this.#connectedAt > STEADY_MS && this.#failures < FAILURES_OF_LONGEST_PAUSE) {
      this.#failures = 0;
    }
    this.#failures += 1;
    this.#closeSource();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(this.#reconnect, pauseAfter(this.#failures, Math.random()));
    if (this.#failures >= POLL_AFTER_FAILURES) this.#startPolling();
  }

  #closeSource(): void {
    clearTimeout(this.#silence);
    this.#source?.close();
    this.#source = null;
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(), SILENCE_MS);
  }

  #startPolling(): void {
    if (this.#polling) return;
    this.#polling = true;
    void this.#poll();
  }

  #stopPolling(): void {
    this.#polling = false;
    clearTimeout(this.#nextPoll);
  }

  async #poll(): Promise<void> {
    const asked = Date.now();
    const heard = await this.#ask();
    if (!this.#polling) return;
    if (heard !== null) this.#cover(asked);
    if (heard === 'everything' || (heard?.length ?? 0) > 0) this.#options.hear(heard as Heard);
    clearTimeout(this.#nextPoll);
    this.#nextPoll = setTimeout(() => this.#poll(), POLL_EVERY_MS * (0.75 + Math.random() / 2));
  }

  /** null when the server is unreachable or refuses; the page then stays as it is. */
  async #ask(): Promise<Heard | null> {
    try {
      const answer = await fetch(this.#address(), { headers: { Accept: 'application/json' } });
      if (answer.ok) return ((await answer.json()) as { heard: Heard }).heard;
      // Signed out or banned before a stream could report it: the page reloads its data once and is redirected.
      const isDenied = answer.status === 401 || answer.status === 403;
      const isNews = isDenied && !this.#isDenied;
      this.#isDenied = isDenied;
      return isNews ? 'everything' : null;
    } catch {
      return null;
    }
  }

  #cover(until: number): void {
    this.#coveredUntil = until;
    this.#options.covered();
  }

  #address(): string {
    const age = Math.max(0, Date.now() - this.#coveredUntil) + MARGIN_MS;
    const topics = [...this.#topics].slice(-MAXIMUM_TOPICS);
    return `/live?${new URLSearchParams({ topics: writeTopics(topics), age: String(Math.round(age)) })}`;
  }
}
