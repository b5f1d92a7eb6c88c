/** The stand-in for Metrc over HTTP on loopback, for tests and the demo store. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asked, answerCall, type Desk } from './answer-call.ts';
import { type Answer, refused } from './endpoint.ts';
import { calm, type FaultKind, type Faults, takeFault } from './faults.ts';
import { openRates } from './rates.ts';
import type { MetrcState } from './records.ts';
import { sendFaulty } from './send-faulty.ts';

/** A call with its answer's status; null if it got none. */
export type Answered = { method: string; path: string; query: string; status: number | null };

export type Metrc = {
  /** The base address that a client is given, without a slash at its end. */
  origin: string;
  /** What Metrc knows; change it as a person would (`by-hand.ts`). */
  state: MetrcState;
  faults: Faults;
  /** The last thousand calls, in order of their answers. */
  calls: readonly Answered[];
  stop(): Promise<void>;
};

export type MetrcOptions = {
  /** A free one by default. */
  port?: number;
  clock?: () => Date;
  /** The facility's time zone. */
  zone: string;
  state: MetrcState;
  /** What `/` answers, also while it is down, so that this stand-in is known from others. */
  greeting?: string;
  /** Waited for before a call that may have changed something is answered. */
  save?: () => Promise<void>;
};

type Serving = { desk: Desk; greeting?: string; save?: () => Promise<void> };

const CALLS_SHOWN = 1000;

/** Larger bodies are not read. */
const LARGEST_BODY = 1_000_000;

/** Starts the stand-in on 127.0.0.1 only. */
export async function startMetrc({
  port = 0,
  clock = () => new Date(),
  zone,
  state,
  greeting,
  save,
}: MetrcOptions): Promise<Metrc> {
  const faults = calm();
  const calls: Answered[] = [];
  const rates = openRates(() => performance.now());
  const desk: Desk = { state, faults, clock, zone, rates, writing: new Map() };
  const server = createServer((incoming, outgoing) => {
    serve({ desk, greeting, save }, incoming, outgoing)
      .then((answered) => {
        calls.push(answered);
        if (calls.length > CALLS_SHOWN) calls.shift();
      })
      // A call that no one can read, or a mistake of ours.
      .catch((error: unknown) => send(outgoing, refused(500, String(error))));
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    faults,
    calls,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  { desk, greeting, save }: Serving,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Answered> {
  const asked = await readCall(incoming);
  const note = { method: asked.method, path: asked.path, query: asked.query.toString() };
  if (greeting !== undefined && asked.path === '/') {
    send(outgoing, { status: 200, body: greeting });
    return { ...note, status: 200 };
  }
  const { downUntil } = desk.faults;
  if (downUntil && desk.clock() < downUntil) {
    outgoing.destroy();
    return { ...note, status: null };
  }
  const fault = takeFault(desk.faults, asked);
  const answer = await answerUnder(fault, desk, asked);
  if (asked.method !== 'GET') await save?.();
  if (fault) return { ...note, status: await sendFaulty(outgoing, fault, answer, desk.faults) };
  send(outgoing, answer);
  return { ...note, status: answer.status };
}

/** Faults that come before the call is taken. */
const BEFORE: Partial<Record<FaultKind, Answer>> = {
  silence: { status: 200 },
  'error-500': { status: 500, body: { Message: 'An error has occurred.' } },
  'too-many': { status: 429, body: { Message: 'Too Many Requests' } },
  refusal: { status: 400, body: [{ row: 0, message: 'The object was refused.' }] },
};

async function answerUnder(fault: FaultKind | null, desk: Desk, asked: Asked): Promise<Answer> {
  const before = fault && BEFORE[fault];
  return before ?? (await answerCall(desk, asked));
}

async function readCall(incoming: IncomingMessage): Promise<Asked> {
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_BODY) throw new RangeError('The body is too large');
    chunks.push(chunk as Buffer);
  }
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    authorization: incoming.headers.authorization,
    json: parsed(Buffer.concat(chunks).toString()),
  };
}

/** What is not JSON is refused by the endpoint as nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(outgoing: ServerResponse, { status, body, headers }: Answer): void {
  const isFile = Buffer.isBuffer(body);
  const type = isFile ? 'application/pdf' : 'application/json; charset=utf-8';
  const bytes = isFile ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes);
}
