/**
 * An S3-compatible store for tests on a real socket: PUT, GET, HEAD, DELETE and ListObjectsV2 of one bucket, in
 * memory. It recomputes every signature (AWS Signature Version 4) and refuses a mismatch, as a real store does.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const BUCKET = 'farmgate';
const REGION = 'us-east-1';
const SECRET = 'secret of the test store';
/** Whatever the request's limit: a list of three files takes two pages. */
const MOST_LISTED = 2;

type Stored = { body: Buffer; contentType: string; modifiedAt: Date };

export type S3Peer = {
  /** Requests to the bucket. */
  options: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** The statuses of the next requests, one each. */
  failNext(...statuses: number[]): void;
  stop(): Promise<void>;
};

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether the request's signature matches the secret, and its body the signature. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, date, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=peer\/(\d{8})\/us-east-1\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const content = String(request.headers['x-amz-content-sha256']);
  if (!date || (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body))) return false;
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    content,
  ].join('\n');
  const scope = `${date}/${REGION}/s3/aws4_request`;
  const signed = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [REGION, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, date));
  return hmac(key, signed).toString('hex') === signature;
}

/** The files after the last one of the previous page. */
function listed(files: Map<string, Stored>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const found = [...files]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const page = found.slice(0, MOST_LISTED);
  const next = found.length > page.length ? page.at(-1)?.[0] : undefined;
  const contents = page.map(
    ([key, { body, modifiedAt }]) =>
      `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><IsTruncated>${next !== undefined}</IsTruncated>${
    next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  }${contents.join('')}</ListBucketResult>`;
}

type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };

const xml = { 'content-type': 'application/xml' };

const refusal = (status: number, code: string): Answer => ({
  status,
  headers: xml,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`,
});

export async function openS3Peer(): Promise<S3Peer> {
  const files = new Map<string, Stored>();
  const failures: number[] = [];

  function answerTo(request: IncomingMessage, body: Buffer): Answer {
    const url = new URL(request.url ?? '/', 'http://peer');
    const failure = failures.shift();
    if (failure) return refusal(failure, 'SlowDown');
    if (!isSigned(request, url, body)) return refusal(403, 'SignatureDoesNotMatch');
    const [, bucket, ...segments] = url.pathname.split('/');
    const key = decodeURIComponent(segments.join('/'));
    if (bucket !== BUCKET) return refusal(404, 'NoSuchBucket');
    if (request.method === 'GET' && key === '')
      return { status: 200, headers: xml, body: listed(files, url.searchParams) };
    if (request.method === 'PUT') {
      const contentType = request.headers['content-type'] ?? 'binary/octet-stream';
      files.set(key, { body, contentType, modifiedAt: new Date() });
      return { status: 200 };
    }
    if (request.method === 'DELETE') {
      files.delete(key);
      return { status: 204 };
    }
    const stored = files.get(key);
    if (!stored) return refusal(404, 'NoSuchKey');
    const headers = {
      'content-type': stored.contentType,
      'content-length': String(stored.body.length),
      'last-modified': stored.modifiedAt.toUTCString(),
    };
    return { status: 200, headers, body: stored.body };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, headers = {}, body } = answerTo(request, Buffer.concat(chunks));
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    options: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: REGION,
      bucket: BUCKET,
      accessKeyId: 'peer',
      secretAccessKey: SECRET,
    },
    failNext: (...statuses) => {
      failures.push(...statuses);
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
