/**
 * One open stream of server-sent events. Topics wait as a set until the browser has taken the previous event, so that a
 * slow reader costs only a few short strings.
 */
import type { Topic } from '#kernel/topic.ts';

/** The announced topics, or 'everything' if announcements may have been missed and anything may have changed. */
export type Heard = readonly Topic[] | 'everything';

/**
 * Why a stream ended, sent to the browser as its last event: `access` (signed out, banned, another role), `crowded`
 * (the same person opened too many), `restart` (the shop is stopping, or cannot check who is listening).
 */
export type StreamEnd = 'access' | 'crowded' | 'restart';

const utf8 = new TextEncoder();
const event = (name: string, data: unknown) =>
  utf8.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
const HELLO = event('hello', null);
/** An event and not a comment: the browser's script must see it, to distinguish a dead connection from silence. */
const HEARTBEAT = event('beat', null);

export class LiveStream {
  /** The bytes for the browser. The receiver must read or cancel them. */
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
  /** Sends bytes that the browser is ready for; null while the last ones are in transit. */
  #give: ((bytes: Uint8Array) => void) | null = null;
  #lastGivenAt: number;

  /** @param onClosed called once, whichever side closed it. @param clock in ms, monotonic. */
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
      // Buffers nothing in advance: the next event is built after the previous one has been taken.
      { highWaterMark: 0 },
    );
  }

  /** Passes a topic on. */
  hear(topic: Topic): void {
    this.#topics.add(topic);
    this.#wake();
  }

  /** Signals that anything may have changed, because announcements may have been missed. */
  hearEverything(): void {
    this.#everything = true;
    this.#wake();
  }

  /** Prevents proxies and both ends from mistaking a long silence for a dead connection. */
  beat(): void {
    this.#heartbeat = true;
    this.#wake();
  }

  /** Sends the reason, and ends the stream. */
  end(reason: StreamEnd): void {
    this.#end ??= reason;
    this.#wake();
  }

  /** Closes without a farewell, because the browser takes nothing. */
  drop(): void {
    if (this.#isClosed) return;
    const error = new Error('A live stream was dropped: its reader takes nothing.');
    // The error is logged later, and its stack is of no use.
    error.stack = error.message;
    this.#controller?.error(error);
    this.#close();
  }

  /** Ms since the browser was sent something it has not taken yet; 0 while it waits for us. */
  stuckFor(): number {
    return this.#give === null ? this.#clock() - this.#lastGivenAt : 0;
  }

  /** Ms since the browser was last sent anything. */
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
    // Releases a waiting reader; `pull` then sees that the stream is closed.
    this.#give?.(HEARTBEAT);
    this.#give = null;
    this.#onClosed();
  }
}
