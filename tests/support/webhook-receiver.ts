/** A partner's server, which answers as a test wants, and checks signatures by the convention's text alone. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  headers: IncomingHttpHeaders;
  body: string;
  id: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
  at: number;
};

/** A status, or what to do with the response. */
export type Answer = number | ((response: ServerResponse) => void);

export type Receiver = {
  origin: string;
  url: string;
  got: Received[];
  /** For the next requests, one each. */
  answerNext(...answers: Answer[]): void;
  /** For all others. */
  answer(answer: Answer): void;
  /** Waits until it has that many requests. */
  has(count: number, seconds?: number): Promise<void>;
  stop(): Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
  const got: Received[] = [];
  const coming: Answer[] = [];
  let usual: Answer = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const id = String(request.headers['webhook-id']);
      got.push({ headers: request.headers, body, id, json: JSON.parse(body), at: performance.now() });
      const answer = coming.shift() ?? usual;
      if (typeof answer === 'function') answer(response);
      else response.writeHead(answer).end(answer === 204 ? undefined : `answer ${answer}`);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/hooks`,
    got,
    answerNext: (...answers) => void coming.push(...answers),
    answer: (answer) => {
      usual = answer;
    },
    has: async (count, seconds = 20) => {
      const until = performance.now() + seconds * 1000;
      while (got.length < count) {
        if (performance.now() > until) throw new Error(`${got.length} of ${count} messages came`);
        await new Promise((resume) => setTimeout(resume, 20));
      }
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const TOLERANCE_SECONDS = 300;

/** Standard Webhooks, 'Verifying webhook authenticity'. Throws for what a receiver must refuse. */
export function verify({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): void {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== 'string' || typeof at !== 'string' || typeof signatures !== 'string')
    throw new Error('a header is missing');
  if (!/^\d+$/.test(at) || Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE_SECONDS)
    throw new Error('the timestamp is off');
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) throw new Error('the secret is none');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  if (key.length < 24 || key.length > 64) throw new Error('the secret has the wrong size');
  const right = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  const isSigned = signatures.split(' ').some((each) => {
    const [version, signature = ''] = each.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === right.length && timingSafeEqual(given, right);
  });
  if (!isSigned) throw new Error('no signature is right');
}
