/** Answers as a broken Metrc, or something between, would send them. */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './endpoint.ts';
import type { FaultKind, Faults } from './faults.ts';

/** Sends an answer with its fault; returns the status sent, null if none was. */
export async function sendFaulty(
  outgoing: ServerResponse,
  fault: FaultKind,
  answer: Answer,
  faults: Faults,
): Promise<number | null> {
  const text = JSON.stringify(answer.body ?? '');
  const sent = await sending[fault](outgoing, { answer, text, faults });
  return sent ?? null;
}

type Sending = (
  outgoing: ServerResponse,
  asked: { answer: Answer; text: string; faults: Faults },
) => number | null | Promise<number>;

const sendJson = (outgoing: ServerResponse, status: number, text: string, headers = {}) => {
  outgoing.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers }).end(text);
  return status;
};

/** The connection stays open until the client, or the stand-in's end, closes it. */
const silence = () => null;

const sendPlain: Sending = (outgoing, { answer, text }) => sendJson(outgoing, answer.status, text);

const sending: Record<FaultKind, Sending> = {
  silence,
  'silence-after-taking': silence,
  'cut-after-taking': (outgoing) => {
    outgoing.destroy();
    return null;
  },
  'error-500': sendPlain,
  refusal: sendPlain,
  'too-many': (outgoing, { text, faults }) =>
    sendJson(outgoing, 429, text, { 'Retry-After': String(faults.retryAfter) }),
  slow: async (outgoing, { answer, text, faults }) => {
    outgoing.writeHead(answer.status, { 'Content-Type': 'application/json; charset=utf-8' });
    for (const byte of Buffer.from(text)) {
      if (outgoing.destroyed) break;
      outgoing.write(Buffer.of(byte));
      await wait(faults.slowByte, undefined, { ref: false });
    }
    outgoing.end();
    return answer.status;
  },
  html: (outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'text/html' });
    outgoing.end('<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>');
    return 200;
  },
  huge: (outgoing, { answer }) =>
    sendJson(outgoing, 200, JSON.stringify({ ...Object(answer.body), Padding: 'x'.repeat(10_000_000) })),
  redirect: (outgoing, { faults }) => sendJson(outgoing, 302, '', { Location: faults.redirectTo }),
  'wrong-types': (outgoing, { answer }) =>
    sendJson(outgoing, answer.status, JSON.stringify(swapped(answer.body))),
};

/** The same names, with every number a text, every text a number, every list an object. */
function swapped(value: unknown): unknown {
  if (Array.isArray(value)) return { ...value.map(swapped) };
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.length;
  if (value === null || typeof value !== 'object') return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, swapped(each)]));
}
