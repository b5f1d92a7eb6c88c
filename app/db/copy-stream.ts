/**
 * COPY through a `pg` client, as streams: `pg` speaks its messages and leaves the reading and writing to the query
 * object. Memory stays flat, whatever the table's size: each side waits for the other.
 */
import type pg from 'pg';
import type { Connection } from './connection.ts';

/** Bytes read ahead before PostgreSQL has to wait. */
const AHEAD = 1024 * 1024;

/** What a query object uses of `pg`'s protocol connection; its types leave the COPY messages out. */
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** A query object as `pg` calls it. Neither side of a COPY has rows. */
class CopyQuery {
  readonly #text: string;
  /** `pg` calls this instead when the connection ends. */
  callback: (error?: Error | null) => void = () => undefined;
  constructor(text: string) {
    this.#text = text;
  }
  submit(wire: pg.Connection): void {
    (wire as Wire & { query(text: string): void }).query(this.#text);
  }
  handleRowDescription(): void {}
  handleCommandComplete(_message: { text: string }): void {}
  handleReadyForQuery(): void {
    this.callback(null);
  }
  handleError(error: Error): void {
    this.callback(error);
  }
}

class CopyOutQuery extends CopyQuery {
  readonly #onData: (chunk: Buffer, wire: Wire) => void;
  constructor(text: string, onData: (chunk: Buffer, wire: Wire) => void) {
    super(text);
    this.#onData = onData;
  }
  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    // `pg` reads the next message into the same memory.
    this.#onData(Buffer.from(chunk), wire);
  }
}

/**
 * Runs `copy … to stdout` and returns its bytes. A reader that stops early loses the connection, because PostgreSQL
 * would go on sending.
 * @throws PostgreSQL's error.
 */
export async function* copyOut(client: Connection, query: string): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  let paused: Wire | null = null;
  let ended: { error: Error | null } | null = null;
  let wake = () => {};
  const running = new CopyOutQuery(query, (chunk, wire) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > AHEAD && !paused) {
      paused = wire;
      wire.stream.pause();
    }
    wake();
  });
  running.callback = (error) => {
    ended ??= { error: error ?? null };
    wake();
  };
  client.query(running as unknown as pg.Submittable);
  try {
    for (;;) {
      if (chunks.length > 0) {
        const part = Buffer.concat(chunks);
        [chunks, size] = [[], 0];
        (paused as Wire | null)?.stream.resume();
        paused = null;
        yield part;
        continue;
      }
      const end = ended as { error: Error | null } | null;
      if (end?.error) throw end.error;
      if (end) return;
      await new Promise<void>((resume) => {
        wake = resume;
      });
    }
  } finally {
    if (!ended) client.destroy();
  }
}

class CopyInQuery extends CopyQuery {
  readonly #send: (wire: Wire) => void;
  rows = 0;
  constructor(text: string, send: (wire: Wire) => void) {
    super(text);
    this.#send = send;
  }
  handleCopyInResponse(wire: Wire): void {
    this.#send(wire);
  }
  override handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);
  }
}

/**
 * Runs `copy … from stdin` with these bytes and returns the number of rows.
 * @throws PostgreSQL's error, or what `bytes` throws; PostgreSQL has then written nothing.
 */
export async function copyIn(
  client: Connection,
  query: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  let failure: unknown = null;
  let isOver = false;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const send = async (wire: Wire) => {
    try {
      for await (const chunk of bytes) {
        // PostgreSQL may refuse a row long before the last one.
        if (isOver) return;
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await drained(wire.stream);
      }
      wire.endCopyFrom();
    } catch (error) {
      failure = error;
      if (!isOver) wire.sendCopyFail('the sender failed');
    }
  };
  const running = new CopyInQuery(query, send);
  running.callback = (error) => {
    isOver = true;
    if (error) reject(failure ?? error);
    else resolve();
  };
  client.query(running as unknown as pg.Submittable);
  await promise;
  return running.rows;
}

/** Also ends when the connection does. */
function drained(stream: Wire['stream']): Promise<void> {
  return new Promise((resume) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      resume();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });
}
