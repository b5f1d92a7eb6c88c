/** Stores files in a bucket of any S3-compatible store. */
import { createHash } from 'node:crypto';
import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { BucketRefusal, EndlessAnswer, type FileStore, isFileKey } from './file-store.ts';

export type S3Options = {
  /** Without one, Amazon's own. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Which keys may be read, where others wrote them; those of ours if omitted. */
  isKey?: ((key: string) => boolean) | undefined;
  /** How to connect, where not every address is allowed. */
  route?: Pick<RequestOptions, 'agent' | 'lookup'> | undefined;
};

/**
 * How long a store may be silent, in milliseconds, before an answer and within one: with one retry, a request to a silent
 * store ends within ten seconds.
 */
const SILENCE_MS = 4000;
const TRIES = 2;
const PAUSE_MS = 200;
const SILENT = 'the bucket timed out';
/**
 * A request up to its answer, and what a reader of the answer waits, in milliseconds: a store that takes or sends a file bit by
 * bit must end, too.
 */
const WHOLE_MS = 60_000;
/** All answers of one list, in milliseconds, without what the caller does between them. */
const LIST_MS = 600_000;
const PAGE = '500';
/** Pages of one list: two million files, ten times those of a shop with 100,000 products. */
const MOST_PAGES = 4000;

/** Bytes of an answer. Keys of a page have a thousand bytes each at most; the largest file of ours is an upload or 16 MB of a log. */
const most = { words: 64 * 1024, page: 4 * 1024 * 1024, file: 64 * 1024 * 1024 } as const;

/**
 * The bytes of an answer. Fails at the first byte too many, and once its reader has waited too long for the bucket. Time in
 * which the reader does something else does not count: a phone with a bad signal takes minutes for a certificate.
 */
async function* bounded(answer: IncomingMessage, limit: keyof typeof most): AsyncGenerator<Buffer> {
  const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let bytes = 0;
  let waited = 0;
  try {
    for (;;) {
      const asked = performance.now();
      const silent = setTimeout(() => answer.destroy(new Error(SILENT)), SILENCE_MS);
      const next = await chunks.next().finally(() => clearTimeout(silent));
      if (next.done) return;
      bytes += next.value.length;
      waited += performance.now() - asked;
      if (bytes > most[limit]) throw new EndlessAnswer('bytes');
      if (waited > WHOLE_MS) throw new EndlessAnswer('time');
      yield next.value;
    }
  } finally {
    answer.destroy();
  }
}

type Ask = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  file?: { bytes: Uint8Array; contentType: string };
};

/** The address of the bucket, without '/' at its end. Compatible stores seldom have a DNS name per bucket. */
function addressOf({ endpoint, region, bucket }: S3Options): string {
  if (endpoint !== undefined) return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  // A dot in its name would not match the certificate.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/** As the signature writes it: 'photo (1).png' has signs that a URL may leave as they are. */
const signed = (part: string): string =>
  encodeURIComponent(part).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Sends one request, and resolves when the answer begins. */
async function send(
  options: S3Options,
  { method, key = '', query = {}, file }: Ask,
): Promise<IncomingMessage> {
  const address = new URL(`${addressOf(options)}/${key.split('/').map(signed).join('/')}`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const content = createHash('sha256')
    .update(file?.bytes ?? '')
    .digest('hex');
  const { accessKeyId, secretAccessKey, region } = options;
  const signer = new AwsV4Signer({
    ...{ accessKeyId, secretAccessKey, region, service: 's3', method, url: address.href },
    headers: {
      'X-Amz-Content-Sha256': content,
      ...(file ? { 'Content-Type': file.contentType, 'Content-Length': String(file.bytes.length) } : {}),
    },
  });
  const { url, headers } = await signer.sign();
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method,
      headers: Object.fromEntries(headers),
      timeout: SILENCE_MS,
      ...options.route,
    });
    const late = setTimeout(() => sent.destroy(new EndlessAnswer('time')), WHOLE_MS);
    sent.on('close', () => clearTimeout(late));
    sent.on('timeout', () => sent.destroy(new Error(SILENT)));
    sent.on('error', reject);
    sent.on('response', (answer) => {
      clearTimeout(late);
      // From here on `bounded` waits.
      sent.setTimeout(0);
      resolve(answer);
    });
    sent.end(file?.bytes);
  });
}

/** The answer of a store that did what was asked. What fails without the store's decision is tried once more. */
async function ask(options: S3Options, wanted: Ask): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === TRIES;
    try {
      const answer = await send(options, wanted);
      const { statusCode: status = 0 } = answer;
      if (status >= 200 && status < 300) return answer;
      const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await text(bounded(answer, 'words'))) ?? [];
      const refusal = new BucketRefusal(status, code);
      if (isLast || (status < 500 && status !== 429)) throw refusal;
    } catch (error) {
      if (isLast || error instanceof BucketRefusal || error instanceof EndlessAnswer) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/** Null for a file that is not there. HEAD has no words, so a bucket that is not there looks the same to it. */
async function askForFile(options: S3Options, method: 'GET' | 'HEAD', key: string) {
  try {
    return await ask(options, { method, key });
  } catch (error) {
    const isMissing = error instanceof BucketRefusal && error.status === 404;
    if (isMissing && (method === 'HEAD' || error.name === 'NoSuchKey')) return null;
    throw error;
  }
}

const partOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

/** The files of a page of the list. Keys that are not ours may be escaped, and are skipped, like those not asked for. */
function filesIn(xml: string, prefix: string) {
  return xml
    .split('<Contents>')
    .slice(1)
    .flatMap((each) => {
      const [key = '', modified] = [partOf(each, 'Key'), partOf(each, 'LastModified')];
      return isFileKey(key) && key.startsWith(prefix) && modified
        ? [{ key, modifiedAt: new Date(modified) }]
        : [];
    });
}

/** Stores files in a bucket of an S3-compatible store. Refusals of the store are a `BucketRefusal`. */
export function s3Store(options: S3Options): FileStore {
  const demandKey = (key: string) => {
    if (!isFileKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key)}`);
  };
  const host = options.endpoint ? new URL(options.endpoint).host : `S3, ${options.region}`;
  return {
    place: `The bucket ${options.bucket} at ${host}`,
    async put(key, bytes, contentType) {
      demandKey(key);
      await text(bounded(await ask(options, { method: 'PUT', key, file: { bytes, contentType } }), 'words'));
    },
    async get(key) {
      const isKey = options.isKey ?? isFileKey;
      const found = isKey(key) ? await askForFile(options, 'GET', key) : null;
      if (!found) return null;
      const body = Readable.toWeb(Readable.from(bounded(found, 'file'))) as ReadableStream<Uint8Array>;
      return { body, size: Number(found.headers['content-length'] ?? 0) };
    },
    async modifiedAt(key) {
      const found = isFileKey(key) ? await askForFile(options, 'HEAD', key) : null;
      found?.resume();
      return found ? new Date(found.headers['last-modified'] ?? 0) : null;
    },
    async *list(prefix) {
      let token: string | undefined;
      let waited = 0;
      for (let page = 1; page === 1 || token; page++) {
        if (page > MOST_PAGES) throw new EndlessAnswer('files');
        if (waited > LIST_MS) throw new EndlessAnswer('time');
        const asked = performance.now();
        const query = {
          ...{ 'list-type': '2', 'max-keys': PAGE, prefix },
          ...(token === undefined ? {} : { 'continuation-token': token }),
        };
        const xml = await text(bounded(await ask(options, { method: 'GET', query }), 'page'));
        waited += performance.now() - asked;
        yield filesIn(xml, prefix);
        token = partOf(xml, 'NextContinuationToken');
      }
    },
    async remove(key) {
      demandKey(key);
      await text(bounded(await ask(options, { method: 'DELETE', key }), 'words'));
    },
  };
}
