/**
 * Who is served when not everybody can be (decision 17). Whatever has to be computed passes one of six gates,
 * by who asks and what for, so that none of them stands in line behind another: orders of customers do not wait
 * for pages, pages of customers not for strangers, and nobody for a photo that arrives slowly or for a provider of
 * sign-ins that does not answer. Past a gate's line the answer is 503, at once. Health, files
 * and cached pages pass no gate, because they cost next to nothing.
 */
import { smallResponse } from '#platform/small-page.ts';
import type { StatusWords } from '#platform/status-words.ts';
import { Gate, type GateOptions } from './gate.ts';

type Lane = 'upload' | 'outside' | 'customer-write' | 'customer-read' | 'guest-write' | 'guest-read';

/**
 * One core renders some two hundred pages a second: fifty in line are a quarter of a second. Whoever sends an order
 * would rather wait than send it again. Guests' writes are mostly sign-ins, which wait for their password to be
 * hashed: more of them get in than are hashed and wait for it (password-hashing.ts), because past that line they
 * are answered by a page that keeps what was typed.
 */
const lanes: Readonly<Record<Lane, GateOptions>> = {
  // Read as it comes, so it keeps its place for as long as its sender takes.
  upload: { atOnce: 6, waiting: 24, patienceMs: 20_000, mostlyWaits: true },
  // Waits for somebody else's machine, six seconds at most.
  outside: { atOnce: 6, waiting: 24, patienceMs: 2000, mostlyWaits: true },
  'customer-write': { atOnce: 16, waiting: 400, patienceMs: 20_000 },
  'customer-read': { atOnce: 6, waiting: 80, patienceMs: 2000 },
  'guest-write': { atOnce: 24, waiting: 80, patienceMs: 2000 },
  'guest-read': { atOnce: 3, waiting: 40, patienceMs: 1000 },
};

/** Seconds after which a browser may try again; what is shed now is seldom busy longer. */
export const RETRY_AFTER = '2';

export type Admission = (
  request: Request,
  asker: { isCustomer: boolean; bringsFile: boolean; asksOutside: boolean },
  answer: () => Promise<Response>,
) => Promise<Response>;

/** The gates of one instance. Answers by `answer`, or with 503 and Retry-After. */
export function admission(): Admission {
  const gates = Object.fromEntries(
    Object.entries(lanes).map(([lane, options]) => [lane, new Gate(options)]),
  ) as Record<Lane, Gate>;
  return async (request, { isCustomer, bringsFile, asksOutside }, answer) => {
    const writes = request.method !== 'GET' && request.method !== 'HEAD';
    const lane: Lane = bringsFile
      ? 'upload'
      : asksOutside
        ? 'outside'
        : `${isCustomer ? 'customer' : 'guest'}-${writes ? 'write' : 'read'}`;
    // What was sent to be done is done, whether or not its sender stays to hear of it.
    const outcome = await gates[lane].pass(answer, { gone: writes ? undefined : request.signal });
    return outcome.ok ? outcome.value : busy(request, writes ? BUSY_WORDS_FOR_WRITES : BUSY_WORDS);
  };
}

/** Many are here: try again in a moment. */
export const BUSY_WORDS = {
  title: 'The shop is busy.',
  text: 'More people are here than we can serve at once. Nothing of yours is lost. Try again in a moment.',
};

/** The same to who sent something: this page cannot keep it, the browser's page before it can. */
const BUSY_WORDS_FOR_WRITES = {
  title: BUSY_WORDS.title,
  text: 'More people are here than we can serve at once. Nothing was done. Go back and send it again in a moment.',
};

function busy(request: Request, words: StatusWords): Response {
  const response = smallResponse(503, request.headers.get('accept'), { words, again: '' });
  response.headers.set('Retry-After', RETRY_AFTER);
  return response;
}
