/** A push service for tests, and browsers that receive its messages and decrypt them by RFC 8291. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PushBrowser = {
  endpoint: string;
  /** As the Push API returns them. */
  p256dh: string;
  auth: string;
};

export type TakenPush = { endpoint: string; headers: IncomingHttpHeaders; payload: string };

/** The service's response: 201 by default; 'silence' is none. */
type Answer = { status: number; headers?: Record<string, string> } | 'silence';

export type PushService = {
  origin: string;
  /** A subscribed browser of this service. */
  browser(): PushBrowser;
  /** All accepted messages, decrypted. */
  taken(browser: PushBrowser): readonly TakenPush[];
  /** How often something was sent to it, accepted or not. */
  asked(browser: PushBrowser): number;
  /** The response for this browser from now on. */
  answer(browser: PushBrowser, answer: Answer): void;
  stop(): Promise<void>;
};

type Own = { browser: PushBrowser; privateKey: Buffer; answer: Answer; asked: number; taken: TakenPush[] };

export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, Own>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const own = browsers.get(request.url ?? '');
      if (!own) return void response.writeHead(404).end();
      own.asked += 1;
      if (own.answer === 'silence') return;
      const { status, headers = {} } = own.answer;
      if (status < 300) {
        const payload = decrypt(own, Buffer.concat(chunks));
        own.taken.push({ endpoint: own.browser.endpoint, headers: request.headers, payload });
      }
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ownOf = (browser: PushBrowser) => {
    const own = browsers.get(new URL(browser.endpoint).pathname);
    if (!own) throw new Error('no browser of this service');
    return own;
  };
  return {
    origin,
    browser: () => {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const path = `/push/${randomUUID()}`;
      const browser = {
        endpoint: origin + path,
        p256dh: keys.getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
      };
      browsers.set(path, {
        browser,
        privateKey: keys.getPrivateKey(),
        answer: { status: 201 },
        asked: 0,
        taken: [],
      });
      return browser;
    },
    taken: (browser) => ownOf(browser).taken,
    asked: (browser) => ownOf(browser).asked,
    answer: (browser, answer) => {
      ownOf(browser).answer = answer;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * The body: salt (16), record size (4), length of the sender's key (1), that key, and one encrypted record (RFC
 * 8188).
 */
function decrypt({ browser, privateKey }: Own, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
  const record = body.subarray(21 + senderKey.length);
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const shared = own.computeSecret(senderKey);
  const derive = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const keyInfo = Buffer.concat([
    Buffer.from('WebPush: info\0'),
    Buffer.from(browser.p256dh, 'base64url'),
    senderKey,
  ]);
  const secret = derive(shared, Buffer.from(browser.auth, 'base64url'), keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
