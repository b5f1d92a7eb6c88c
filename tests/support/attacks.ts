/** The attacks that once stopped the shop, as measured. */
import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Application } from './application.ts';

/** A form body of this many bytes, all pairs. Created before any measurement, because it takes the sender's time. */
export const pairsOf = (bytes: number): Buffer => Buffer.alloc(bytes, 'a&');

/** Sends a form of pairs; returns its status, or 0 if the connection was cut. */
export function sendPairs(
  app: Application,
  pairs: Buffer,
  { chunked }: { chunked: boolean },
): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      `${app.origin}/login`,
      {
        method: 'POST',
        agent: false,
        headers: {
          Origin: app.origin,
          'Content-Type': 'application/x-www-form-urlencoded',
          ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': pairs.length }),
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', () => resolve(0));
    sent.end(pairs);
  });
}

/** Connections that request the home page 2,300 times each and read nothing. */
export function pipeline(app: Application, connections: number): { stop(): void } {
  const { port } = new URL(app.origin);
  const asked = `GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`.repeat(2300);
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), 'localhost');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(asked);
    return socket;
  });
  return {
    stop: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Resident memory of the application, in megabytes. */
export function memoryOf(app: Application): number {
  return (
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(app.process.pid)], { encoding: 'utf8' })) / 1024
  );
}

/**
 * Endless uploads by one sender: each starts a file and sends a byte now and then.
 * @returns the statuses of those that got a response
 */
export function trickle(
  app: Application,
  uploads: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): { answers: number[]; stop(): void } {
  const answers: number[] = [];
  const sent = Array.from({ length: uploads }, () => {
    const upload = request(app.origin + path, {
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        Origin: app.origin,
        'Sec-Fetch-Site': 'same-origin',
        Accept: 'application/json',
        'Content-Type': 'multipart/form-data; boundary=xyz',
      },
    });
    upload.on('response', (response) => {
      answers.push(response.statusCode ?? 0);
      response.resume();
    });
    upload.on('error', () => undefined);
    upload.write('--xyz\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n');
    return upload;
  });
  const drip = setInterval(() => {
    for (const upload of sent) if (upload.writable) upload.write('x');
  }, 500);
  return {
    answers,
    stop: () => {
      clearInterval(drip);
      for (const upload of sent) upload.destroy();
    },
  };
}
