/** A gateway for text messages, which responds as a test wants it. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SmsRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

export type SmsGatewayPeer = {
  /** The URL for messages; JSON with `to` and `text`. */
  url: string;
  /** All its requests, accepted or not. */
  asked: readonly SmsRequest[];
  /** The texts it has accepted for a number. */
  textsTo(phone: string): string[];
  /** Its responses to the next requests, one each; 202 after those. 'silence' is none. */
  answerNext(...answers: (number | 'silence')[]): void;
  stop(): Promise<void>;
};

export async function openSmsGateway(): Promise<SmsGatewayPeer> {
  const asked: SmsRequest[] = [];
  const taken: { to: string; text: string }[] = [];
  const coming: (number | 'silence')[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const answer = coming.shift() ?? 202;
      if (answer === 'silence') return;
      if (answer < 300 && body.startsWith('{')) taken.push(JSON.parse(body));
      response.writeHead(answer).end(`answer ${answer}`);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    asked,
    textsTo: (phone) => taken.filter(({ to }) => to === phone).map(({ text }) => text),
    answerNext: (...answers) => {
      coming.push(...answers);
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
