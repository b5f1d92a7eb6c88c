/**
 * Reads the bodies that browsers send; no other code reads a request's body (the architecture test checks this). A form
 * has at most 64 kB and 600 fields, JSON at most 16 kB; larger bodies are refused before they fill memory. Unreadable
 * bodies are refused here, once, so that no action handles one: 413 for too large, 415 for an unexpected type, 400 for
 * a damaged body.
 *
 * Files take another path: a route for signed-in people that is named in `streamedPaths` of server/http/receive-body.ts gets
 * its body as a stream and counts while it writes to disk.
 */
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { smallResponse } from '../pages/small-page.ts';

/** Bytes of a form; our largest, a checkout of fifty lines, has about two thousand. */
export const FORM_LIMIT = 64 * 1024;
/** Bytes of a JSON body; the only one, a receipt's, has about a hundred per line. */
export const JSON_LIMIT = 16 * 1024;
/** Fields of a form: one for each of five hundred selected rows, and a few more. */
export const FIELD_LIMIT = 600;

export type BodyProblem = 'too-large' | 'wrong-type' | 'unreadable';

const statusOf: Readonly<Record<BodyProblem, number>> = {
  'too-large': 413,
  'wrong-type': 415,
  unreadable: 400,
};

/**
 * Reads a form from one of our pages, urlencoded or, without a file, multipart. An empty body is an empty form.
 * @param maximum of its bytes
 * @throws Response (400, 413 or 415), which the router renders as an error page.
 */
export async function requestForm(request: Request, maximum = FORM_LIMIT): Promise<FormData> {
  const read = await readForm(request, maximum);
  if (!read.ok) throw bodyRefusal(read.problem, request);
  return read.value;
}

/**
 * Reads a JSON body, parsed and checked only for this: no text in it has a NUL or a lone surrogate.
 * @throws Response (400, 413 or 415) as JSON.
 */
export async function requestJson(request: Request): Promise<unknown> {
  const read = await readJson(request);
  if (!read.ok) throw bodyRefusal(read.problem, request, 'application/json');
  return read.value;
}

/** The response for a refusal. */
export function bodyRefusal(
  problem: BodyProblem,
  request: Pick<Request, 'headers'>,
  accept = request.headers.get('accept'),
): Response {
  return smallResponse(statusOf[problem], accept);
}

/**
 * Reads at most `maximum` bytes of the body: refuses a longer declared length before reading, and an undeclared one at
 * the first byte too many.
 */
export async function readBytes(
  request: Request,
  maximum: number,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyProblem>> {
  const declared = request.headers.get('content-length');
  if (declared !== null && !(Number(declared) <= maximum)) return refuse('too-large');
  if (request.body === null) return succeed(new Uint8Array());
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.byteLength;
      if (length > maximum) {
        // Not awaited, because it would wait for a sender that is still sending.
        reader.cancel().catch(() => undefined);
        return refuse('too-large');
      }
      chunks.push(read.value);
    }
  } catch {
    // The sender disconnected.
    return refuse('unreadable');
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return succeed(bytes);
}

async function readForm(request: Request, maximum: number): Promise<Result<FormData, BodyProblem>> {
  const bytes = await readBytes(request, maximum);
  if (!bytes.ok) return bytes;
  if (bytes.value.byteLength === 0) return succeed(new FormData());
  switch (typeOf(request)) {
    case 'application/x-www-form-urlencoded':
      return parseUrlEncoded(bytes.value);
    case 'multipart/form-data':
      return parseMultipart(bytes.value, request.headers.get('content-type') ?? '');
    default:
      return refuse('wrong-type');
  }
}

async function readJson(request: Request): Promise<Result<unknown, BodyProblem>> {
  const bytes = await readBytes(request, JSON_LIMIT);
  if (!bytes.ok) return bytes;
  if (typeOf(request) !== 'application/json') return refuse('wrong-type');
  const text = decodeUtf8(bytes.value);
  if (text === null) return refuse('unreadable');
  try {
    const value: unknown = JSON.parse(text);
    return hasOnlyWellFormedText(value) ? succeed(value) : refuse('unreadable');
  } catch {
    return refuse('unreadable');
  }
}

/** The media type in lower case; '' for a compressed body or another charset, which our pages never send. */
function typeOf(request: Request): string {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const packed = request.headers.get('content-encoding');
  const foreign = parameters.some((each) => /^\s*charset\s*=/.test(each) && !/=\s*"?utf-?8"?\s*$/.test(each));
  return foreign || (packed !== null && packed !== 'identity') ? '' : type.trim();
}

/**
 * Parses pairs of names and values in one pass. Node's URLSearchParams takes time quadratic in their number, eleven
 * seconds for two megabytes, and accepts invalid input.
 */
function parseUrlEncoded(bytes: Uint8Array): Result<FormData, BodyProblem> {
  const text = decodeUtf8(bytes);
  if (text === null) return refuse('unreadable');
  const form = new FormData();
  let fields = 0;
  for (let from = 0; from < text.length; ) {
    const ampersand = text.indexOf('&', from);
    const end = ampersand === -1 ? text.length : ampersand;
    if (end > from) {
      fields += 1;
      if (fields > FIELD_LIMIT) return refuse('too-large');
      const pair = text.slice(from, end);
      const equals = pair.indexOf('=');
      const name = decodePart(equals === -1 ? pair : pair.slice(0, equals));
      const value = decodePart(equals === -1 ? '' : pair.slice(equals + 1));
      if (name === null || value === null) return refuse('unreadable');
      form.append(name, value);
    }
    from = end + 1;
  }
  return succeed(form);
}

/** null for invalid escapes, invalid UTF-8, and NUL, which the database cannot store. */
function decodePart(part: string): string | null {
  try {
    const text = decodeURIComponent(part.replaceAll('+', ' '));
    return isWellFormedText(text) ? text : null;
  } catch {
    return null;
  }
}

/** Node's own parser is fine for small bodies; here it never gets more than `FORM_LIMIT`. */
async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<Result<FormData, BodyProblem>> {
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
  } catch {
    return refuse('unreadable');
  }
  let fields = 0;
  for (const [name, value] of form) {
    fields += 1;
    if (fields > FIELD_LIMIT) return refuse('too-large');
    if (typeof value !== 'string') return refuse('wrong-type');
    if (!isWellFormedText(name) || !isWellFormedText(value)) return refuse('unreadable');
  }
  return succeed(form);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Checks keys and values at any depth; uses a list instead of recursion, because a deep body would overflow the stack.
 */
function hasOnlyWellFormedText(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each === 'string') {
      if (!isWellFormedText(each)) return false;
    } else if (Array.isArray(each)) for (const item of each) left.push(item);
    else if (typeof each === 'object' && each !== null) {
      for (const [name, item] of Object.entries(each)) left.push(name, item);
    }
  }
  return true;
}
