/**
 * One open stream of server-sent events. What is heard waits as a set of topics until the browser has taken
 * what was written before it, so that a slow reader holds a few short strings and nothing more.
 */
import type { Topic } from '#kernel/topic.ts';

/** What was announced: topics, or that nobody can tell, so that anything may have changed. */
export type Heard = readonly Topic[] | 'everything';

/**
 * Why a stream ended, told to the browser as its last event: `access` (signed out, banned, another role),
 * `crowded` (the same person opened too many), `restart` (the shop stops, or cannot ask who is listening).
 */
export type StreamEnd = 'access' | 'crowded' | 'restart';

const utf8 = new TextEncoder();
const event = (name: string, data: unknown) =>
  utf8.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
const HELLO = event('hello', null);
/** An event and no comment: the browser's script is to see it, so that a dead connection can be told from silence. */
const HEARTBEAT = event('beat', null);

export class LiveStream {
  /** The bytes for the browser. Whoever is given them must read or cancel them. */
  readonly body: ReadableStream<Uint8Array>;
  readonly #clock: () => number;
  readonly #onClosed: () => void;
  readonly #topics = new Set<Topic>();
  #everything = false;
  #heartbeat = false;
  #end: StreamEnd | null = null;
  #isClosed = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #farewell: Uint8Array | null = null;
  /** Gives the browser bytes it has asked for; null while the last ones are on their way. */
  #give: ((bytes: Uint8Array) => void) | null = null;
  #lastGivenAt: number;

  /** @param onClosed called once, whoever closed it. @param clock in ms, never going back. */
  constructor(onClosed: () => void, clock: () => number) {
    this.#onClosed = onClosed;
    this.#clock = clock;
    this.#lastGivenAt = clock();
    let greeted = false;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: async (controller) => {
          const bytes = greeted ? await this.#next() : HELLO;
          greeted = true;
          if (this.#isClosed) return;
          controller.enqueue(bytes);
          if (bytes !== this.#farewell) return;
          controller.close();
          this.#close();
        },
        cancel: () => this.#close(),
      },
      // Nothing is made ahead: one event is under way, the next is put together when that one has gone.
      { highWaterMark: 0 },
    );
  }

  /** Passes a topic on. */
  hear(topic: Topic): void {
    this.#topics.add(topic);
    this.#wake();
  }

  /** Says that anything may have changed, because announcements may have been missed. */
  hearEverything(): void {
    this.#everything = true;
    this.#wake();
  }

  /** Keeps proxies and both ends from taking a long silence for a dead connection. */
  beat(): void {
    this.#heartbeat = true;
    this.#wake();
  }

  /** Says why, and ends. */
  end(reason: StreamEnd): void {
    this.#end ??= reason;
    this.#wake();
  }

  /** Breaks off without a word: the browser takes nothing. */
  drop(): void {
    if (this.#isClosed) return;
    const error = new Error('A live stream was dropped: its reader takes nothing.');
    // It is printed on its way out, and where it was made says nothing.
    error.stack = error.message;
    this.#controller?.error(error);
    this.#close();
  }

  /** Ms since the browser was given something that it has not taken yet; 0 while it waits for us. */
  stuckFor(): number {
    return this.#give === null ? this.#clock() - this.#lastGivenAt : 0;
  }

  /** Ms since the browser was last given anything. */
  silentFor(): number {
    return this.#clock() - this.#lastGivenAt;
  }

  #next(): Promise<Uint8Array> {
    return new Promise((give) => {
      this.#give = give;
      this.#wake();
    });
  }

  #wake(): void {
    if (!this.#give) return;
    const bytes = this.#take();
    if (!bytes) return;
    const give = this.#give;
    this.#give = null;
    this.#lastGivenAt = this.#clock();
    give(bytes);
  }

  #take(): Uint8Array | null {
    const heartbeat = this.#heartbeat;
    this.#heartbeat = false;
    if (this.#everything) {
      this.#everything = false;
      this.#topics.clear();
      return event('everything', null);
    }
    if (this.#topics.size > 0) {
      const topics = [...this.#topics];
      this.#topics.clear();
      return event('topics', topics);
    }
    if (this.#end !== null) {
      this.#farewell = event('end', this.#end);
      return this.#farewell;
    }
    return heartbeat ? HEARTBEAT : null;
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // A reader that still waits is let go; `pull` sees that it is closed.
    this.#give?.(HEARTBEAT);
    this.#give = null;
    this.#onClosed();
  }
}
