/** Many clients that repeat a request as soon as it is answered, each over its own connection. */
import { connect, type Socket } from 'node:net';

export type Flood = {
  /** The number of responses by status so far. */
  statuses: Map<number, number>;
  /** Milliseconds of the responses, by status. */
  took: Map<number, number[]>;
  /** 503 responses without Retry-After. */
  withoutRetry: number;
  stop(): void;
};

/** Plain sockets with minimal parsing: the client of a busy server must not be the busy side. */
export function flood(
  origin: string,
  clients: number,
  target: (number: number) => string,
  headers: Readonly<Record<string, string>> = {},
): Flood {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const { port } = new URL(origin);
  const sockets: Socket[] = [];
  let asked = 0;
  const result: Flood = {
    statuses: new Map(),
    took: new Map(),
    withoutRetry: 0,
    stop: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
  for (let client = 0; client < clients; client++) {
    const socket = connect(Number(port), 'localhost');
    sockets.push(socket);
    let received = Buffer.alloc(0);
    let began = 0;
    const ask = () => {
      received = Buffer.alloc(0);
      began = performance.now();
      socket.write(
        `GET ${target(asked++)} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: gzip\r\n${lines.join('')}\r\n`,
      );
    };
    socket.on('connect', ask);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const head = received.toString('latin1', 0, headEnd);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      const isWhole =
        length === undefined
          ? received.subarray(-5).toString('latin1') === '0\r\n\r\n'
          : received.length >= headEnd + 4 + Number(length);
      if (!isWhole) return;
      const status = Number(head.slice(9, 12));
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
      const took = result.took.get(status) ?? [];
      took.push(performance.now() - began);
      result.took.set(status, took);
      if (status === 503 && !/retry-after: \d/i.test(head)) result.withoutRetry += 1;
      ask();
    });
  }
  return result;
}

/** The value below which this share of them lies; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Times of requests to a path, one after another, until `until` is over. */
export async function timings(
  origin: string,
  path: string | (() => string),
  until: () => boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<number[]> {
  const took: number[] = [];
  while (!until()) {
    const began = performance.now();
    const response = await fetch(origin + (typeof path === 'string' ? path : path()), { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    took.push(performance.now() - began);
    await new Promise((resume) => setTimeout(resume, 10));
  }
  return took;
}
