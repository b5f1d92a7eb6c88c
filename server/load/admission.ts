/**
 * Decides who is served under overload (decision 17). Every request that needs computing passes one of these gates,
 * chosen by who asks and what for, so that no kind waits behind another: customers' orders do not wait for pages,
 * customers' pages do not wait for guests, and no one waits for a slow photo upload or an unresponsive sign-in
 * provider. Within a gate, each person and each address gets a share. When a gate's line is full, the response is 503
 * at once. Health checks, files and cached pages pass no gate, because they cost next to nothing.
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
 * One core renders about two hundred pages a second: fifty in line take a quarter of a second. People who send an order
 * would rather wait than send it again. Guests' writes are mostly sign-ins, which wait for password hashing: this gate
 * admits more of them than password-hashing.ts hashes and queues, because the ones beyond its queue get a page that
 * preserves what they typed. One address alone cannot fill that queue; the long patience is for an office where
 * everyone signs in at once.
 */
const lanes: Readonly<Record<Lane, GateOptions>> = {
  // The body is read as it arrives, so each upload occupies its place for as long as the sender takes. An office is one
  // address.
  'office-upload': {
    ...{ atOnce: 12, perPerson: 3, perAddress: 12 },
    ...{ waiting: 24, waitingInAll: 200, patienceMs: 20_000, mostlyWaits: true },
  },
  upload: {
    ...{ atOnce: 12, perPerson: 2, perAddress: 6 },
    ...{ waiting: 24, waitingInAll: 200, patienceMs: 20_000, mostlyWaits: true },
  },
  // Waits for another company's server, at most six seconds.
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

/** Seconds after which a browser may retry; overload seldom lasts longer. */
export const RETRY_AFTER = '2';

/** The kind of request: an upload by staff or by a customer, a call to a sign-in provider, or a page. */
export type Errand = 'office-upload' | 'upload' | 'outside' | 'page';

/**
 * Whether a path is one of the pages that call a sign-in provider. The router also matches other letter cases and
 * escapes of the path, so those must not let a silent provider take up places meant for pages.
 */
export function asksProvider(pathname: string): boolean {
  return decoded(pathname).toLowerCase().startsWith('/login/with/');
}

/** Decodes as the router does, which leaves badly escaped paths unchanged. */
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

/** Creates the gates of one instance. Returns the result of `answer`, or 503 with Retry-After. */
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
    // A write runs even after its sender disconnects.
    const outcome = await gates[lane].pass(answer, visitor, { gone: writes ? undefined : request.signal });
    return outcome.ok ? outcome.value : busy(request, writes ? BUSY_WORDS_FOR_WRITES : BUSY_WORDS);
  };
}

/** The message for an overloaded shop. */
export const BUSY_WORDS = {
  title: 'The shop is busy.',
  text: 'More people are here than we can serve at once. Nothing of yours is lost. Try again in a moment.',
};

/** The same for a form submission: this page cannot preserve its fields, but the browser's previous page can. */
const BUSY_WORDS_FOR_WRITES = {
  title: BUSY_WORDS.title,
  text: 'More people are here than we can serve at once. Nothing was done. Go back and send it again in a moment.',
};

function busy(request: Request, words: StatusWords): Response {
  const response = smallResponse(503, request.headers.get('accept'), { words, again: '' });
  response.headers.set('Retry-After', RETRY_AFTER);
  return response;
}
