/**
 * The one door for what browsers send: nobody else reads a request's body (the architecture test sees to it).
 * A form has at most 64 kB and 200 fields, JSON at most 16 kB; both are refused before more than that has been
 * held. What cannot be read is refused here, once, so that no action meets a broken body: 413 for too much,
 * 415 for another kind than the one expected, 400 for what is damaged.
 *
 * Files will have a way of their own: a route for people signed in that is named in `streamedPaths` of
 * server/receive-body.ts gets its body as a stream and counts while it writes to disk.
 */
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { smallResponse } from '../pages/small-page.ts';

/** Bytes of a form; the largest of ours, a checkout of fifty lines, has about two thousand. */
export const FORM_LIMIT = 64 * 1024;
/** Bytes of a JSON body; the only one, a receipt's, has some hundred per line. */
export const JSON_LIMIT = 16 * 1024;
/** Fields of a form: of five hundred ticked rows one each, and what goes with them. */
export const FIELD_LIMIT = 600;

export type BodyProblem = 'too-large' | 'wrong-type' | 'unreadable';

const statusOf: Readonly<Record<BodyProblem, number>> = {
  'too-large': 413,
  'wrong-type': 415,
  unreadable: 400,
};

/**
 * A form from one of our pages, urlencoded or, while it carries no file, multipart. An empty body is an empty form.
 * @throws Response (400, 413 or 415), which the router turns into the page that says so.
 */
export async function requestForm(request: Request): Promise<FormData> {
  const read = await readForm(request);
  if (!read.ok) throw bodyRefusal(read.problem, request);
  return read.value;
}

/**
 * A JSON body, parsed and not yet checked against anything but this: no text in it has a NUL or half of a surrogate pair.
 * @throws Response (400, 413 or 415) as JSON.
 */
export async function requestJson(request: Request): Promise<unknown> {
  const read = await readJson(request);
  if (!read.ok) throw bodyRefusal(read.problem, request, 'application/json');
  return read.value;
}

/** The refusal as an answer. */
export function bodyRefusal(
  problem: BodyProblem,
  request: Pick<Request, 'headers'>,
  accept = request.headers.get('accept'),
): Response {
  return smallResponse(statusOf[problem], accept);
}

/**
 * The body's bytes, read no further than `maximum` of them: what says that it is longer is not begun with, and
 * what does not say so is given up at the first byte too many.
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
        // Not awaited: it would wait for whoever is still sending.
        reader.cancel().catch(() => undefined);
        return refuse('too-large');
      }
      chunks.push(read.value);
    }
  } catch {
    // The sender broke off.
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

async function readForm(request: Request): Promise<Result<FormData, BodyProblem>> {
  const bytes = await readBytes(request, FORM_LIMIT);
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

/** The media type in lower case; '' where the body is packed or in another alphabet, which no page of ours sends. */
function typeOf(request: Request): string {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const packed = request.headers.get('content-encoding');
  const foreign = parameters.some((each) => /^\s*charset\s*=/.test(each) && !/=\s*"?utf-?8"?\s*$/.test(each));
  return foreign || (packed !== null && packed !== 'identity') ? '' : type.trim();
}

/**
 * Pairs of names and values in one pass. Node's URLSearchParams takes time by the square of their number,
 * eleven seconds for two megabytes of them, and lets everything through that is none.
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

/** null for escapes that are none, bytes that are no UTF-8, and NUL, which the database cannot hold. */
function decodePart(part: string): string | null {
  try {
    const text = decodeURIComponent(part.replaceAll('+', ' '));
    return isWellFormedText(text) ? text : null;
  } catch {
    return null;
  }
}

/** Node's own parser is well with what is small; here it never meets more than `FORM_LIMIT`. */
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

/** Keys and values at any depth; by a list and not by recursion, which a deep body would exhaust. */
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
