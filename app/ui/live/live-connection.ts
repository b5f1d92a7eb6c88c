/**
 * The one stream of a browser, kept by its leading tab (`live-tabs.ts`). A lost stream is opened again after
 * growing pauses; while none can be had, the shop is asked now and then what was announced. Nothing announced
 * in a gap is lost: every stream and every question says how long ago the last sign of the shop was.
 */
import { MAXIMUM_TOPICS, type Topic, writeTopics } from '#kernel/topic.ts';
import { FAILURES_OF_LONGEST_PAUSE, pauseAfter } from './backoff.ts';

/** What was announced: topics, or that nobody can tell, so that anything may have changed. */
export type Heard = readonly Topic[] | 'everything';

/** Without a sign for so long a stream counts as dead; the shop gives one every 20 s. */
const SILENCE_MS = 50_000;
/** A stream that ends sooner has failed: the pause before the next is longer. */
const STEADY_MS = 10_000;
const POLL_EVERY_MS = 15_000;
/** After so many failures in a row the shop is asked instead, until a stream can be had. */
const POLL_AFTER_FAILURES = 2;
/** What may have been on its way when the last sign came. */
const MARGIN_MS = 2_000;

export type LiveConnectionOptions = {
  hear: (heard: Heard) => void;
  /** A sign of the shop: everything announced until now has been heard. */
  covered: () => void;
  /** Whether this tab may hold a stream; else it only asks. */
  streams: boolean;
};

export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  #topics: ReadonlySet<Topic> = new Set();
  #source: EventSource | null = null;
  /** Announcements after this moment may not have been heard; by the clock of this machine, which tabs share. */
  #coveredUntil = Date.now();
  #connectedAt = 0;
  #failures = 0;
  #polling = false;
  /** The shop said that nobody here may listen; the page was told so once. */
  #isDenied = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #nextPoll: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
    addEventListener('online', this.#reconnect);
  }

  /**
   * Listens to these topics from now on.
   * @param since what was announced after this moment may be missing in the pages' data.
   */
  want(topics: ReadonlySet<Topic>, since: number): void {
    // Hearing of what nobody wants any more costs less than another stream.
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
      // Too many windows elsewhere: whoever comes back at once only pushes another one out.
      if (reason === 'crowded') this.#failures = FAILURES_OF_LONGEST_PAUSE;
      // Who may no longer listen may no longer see the page either: it asks anew, and is sent away.
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

  /** null when the shop cannot be reached or will not tell; the page then stays as it is. */
  async #ask(): Promise<Heard | null> {
    try {
      const answer = await fetch(this.#address(), { headers: { Accept: 'application/json' } });
      if (answer.ok) return ((await answer.json()) as { heard: Heard }).heard;
      // Signed out or banned before a stream could say so: the page asks anew, once, and is sent away.
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
