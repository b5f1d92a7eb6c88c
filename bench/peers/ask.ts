/** Sends requests to a shop, and measures how fast this client is when the answers cost nothing to make. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedAnswer } from '../baseline-answers.ts';
import { startBaseline } from '../baseline-process.ts';
import { type Answer, fetchBytes } from '../fetch-bytes.ts';
import { sentByUs } from '../guest-pages.ts';
import { hammer } from '../hammer.ts';

/** @property sent the body of a POST; without it, a GET. */
export type Question = { url: string; headers: Record<string, string>; sent?: string };

/** Requests that are sent at the same time, and open connections. */
export const CLIENTS = 10;
/** Seconds in which the client's limit is measured; the best counts. */
const LIMIT_ROUNDS = 3;
/** Milliseconds. */
const RETRY = 250;

let record: { question: Question; answer: Answer }[] | null = null;

let refused = 0;

/** Sends it again after a moment while the shop says that it is too busy, as its visitors do. */
export async function ask(question: Question): Promise<Answer> {
  const answer = await fetchBytes(question.url, question.headers, question.sent);
  if (answer.status === 503) {
    refused += 1;
    await pause(RETRY);
    return ask(question);
  }
  record?.push({ question, answer });
  return answer;
}

/** How often a shop was too busy since the last call. */
export function takeRefusals(): number {
  const taken = refused;
  refused = 0;
  return taken;
}

/** Returns the page's size in bytes. @throws if it is a refusal, which GraphQL sends with status 200. */
export async function askForPage(question: Question): Promise<number> {
  const { status, body } = await ask(question);
  if (status !== 200 || body.includes('"errors":')) {
    throw new Error(`${question.url} answers ${status}: ${body.toString().slice(0, 500)}`);
  }
  return body.length;
}

/** Sends one question all the time, through the client that is faster than Node's. */
export const hammerWith = ({ url, headers }: Question, seconds: number) =>
  hammer({ url, headers, connections: CLIENTS, seconds });

/**
 * How many times a second this client can do `work`, if a bare Node server sends the same answers: no shop gets a higher
 * rate. Does `work` once, to record what it sends and receives. @param isHammered whether one question is sent all the
 * time.
 */
export async function clientLimit(work: () => Promise<unknown>, isHammered = false): Promise<number> {
  record = [];
  await work();
  const exchanges = record;
  record = null;
  const answers = exchanges.map(
    ({ answer: { status, rawHeaders, body } }): RecordedAnswer => ({
      status,
      headers: sentByUs(rawHeaders),
      body,
    }),
  );
  const server = await startBaseline('baseline-answers.ts', answers);
  const questions = exchanges.map(({ question }, at) => ({ ...question, url: `${server.origin}/${at}` }));
  try {
    const [only] = questions;
    const all = async () => {
      for (const question of questions) await ask(question);
      return true;
    };
    const rates: number[] = [];
    for (let round = 0; round < LIMIT_ROUNDS; round++) {
      const asked = isHammered && only ? await hammerWith(only, 1) : null;
      rates.push(asked ? asked.answered / asked.seconds : await rateOf(1, all));
    }
    return Math.max(...rates);
  } finally {
    await server.stop();
  }
}

/** Repeats `work` in parallel; it returns false when there is nothing left to do. Returns how often a second it was done. */
export async function rateOf(seconds: number, work: (client: number) => Promise<boolean>): Promise<number> {
  const started = performance.now();
  let done = 0;
  const lane = async (client: number) => {
    while (performance.now() - started < seconds * 1000 && (await work(client))) done += 1;
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => lane(client)));
  return (done * 1000) / (performance.now() - started);
}
