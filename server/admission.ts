/**
 * Who is served when not everybody can be (decision 17). Everything that has to be computed passes one of these
 * gates, by who asks and what for, so that no kind waits behind another: orders of customers do not wait for pages,
 * pages of customers not for guests, and nobody for a photo that arrives slowly or for a provider of sign-ins that
 * does not answer. Inside a gate each person and each address has a share. Past a gate's line the answer is 503, at
 * once. Health, files and cached pages pass no gate, because they cost next to nothing.
 */
import { smallResponse } from '#platform/pages/small-page.ts';
import type { StatusWords } from '#platform/status-words.ts';
import { Gate, type GateOptions, type Visitor } from './gate.ts';

type Lane =
  | 'office-upload'
  | 'upload'
  | 'outside'
  | 'customer-write'
  | 'customer-read'
  | 'guest-write'
  | 'guest-read';

/**
 * One core renders some two hundred pages a second: fifty in line are a quarter of a second. People who send an order
 * would rather wait than send it again. Guests' writes are mostly sign-ins, which wait for their password to be
 * hashed: more of them get in than are hashed and wait for it (password-hashing.ts), because past that line they
 * are answered by a page that keeps what was typed. One address alone cannot fill that line; the patience is for an
 * office that signs in all at once.
 */
const lanes: Readonly<Record<Lane, GateOptions>> = {
  // Read as they come, so each keeps its place for as long as its sender takes. An office is one address.
  'office-upload': {
    ...{ atOnce: 12, perPerson: 3, perAddress: 12 },
    ...{ waiting: 24, waitingInAll: 200, patienceMs: 20_000, mostlyWaits: true },
  },
  upload: {
    ...{ atOnce: 12, perPerson: 2, perAddress: 6 },
    ...{ waiting: 24, waitingInAll: 200, patienceMs: 20_000, mostlyWaits: true },
  },
  // Waits for somebody else's machine, six seconds at most.
  outside: {
    ...{ atOnce: 24, perPerson: 2, perAddress: 6 },
    ...{ waiting: 24, waitingInAll: 100, patienceMs: 2000, mostlyWaits: true },
  },
  'customer-write': {
    ...{ atOnce: 16, perPerson: 2, perAddress: 12 },
    ...{ waiting: 80, waitingInAll: 800, patienceMs: 20_000 },
  },
  'customer-read': {
    ...{ atOnce: 8, perPerson: 2, perAddress: 6 },
    ...{ waiting: 80, waitingInAll: 400, patienceMs: 2000 },
  },
  'guest-write': {
    ...{ atOnce: 24, perPerson: 12, perAddress: 12 },
    ...{ waiting: 80, waitingInAll: 400, patienceMs: 5000 },
  },
  'guest-read': {
    ...{ atOnce: 4, perPerson: 2, perAddress: 2 },
    ...{ waiting: 80, waitingInAll: 400, patienceMs: 1000 },
  },
};

/** Seconds after which a browser may try again; what is shed now is seldom busy longer. */
export const RETRY_AFTER = '2';

/** What is asked for: a file to take in, from a customer or from the office; a provider of sign-ins; or a page. */
export type Errand = 'office-upload' | 'upload' | 'outside' | 'page';

/**
 * Whether an address is one of the pages that ask a provider of sign-ins. The router takes other letters and escapes for
 * the same address, so a provider that is silent must not take places of pages by these.
 */
export function asksProvider(pathname: string): boolean {
  return decoded(pathname).toLowerCase().startsWith('/login/with/');
}

/** As the router reads it, which leaves an address that is badly escaped as it is. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

export type Admission = (
  request: Request,
  asked: { visitor: Visitor; errand: Errand },
  answer: () => Promise<Response>,
) => Promise<Response>;

/** The gates of one instance. Answers by `answer`, or with 503 and Retry-After. */
export function admission(): Admission {
  const gates = Object.fromEntries(
    Object.entries(lanes).map(([lane, options]) => [lane, new Gate(options)]),
  ) as Record<Lane, Gate>;
  return async (request, { visitor, errand }, answer) => {
    const writes = request.method !== 'GET' && request.method !== 'HEAD';
    const lane: Lane =
      errand === 'page'
        ? `${visitor.person === null ? 'guest' : 'customer'}-${writes ? 'write' : 'read'}`
        : errand;
    // What was sent to be done is done, whether or not its sender stays to hear of it.
    const outcome = await gates[lane].pass(answer, visitor, { gone: writes ? undefined : request.signal });
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
