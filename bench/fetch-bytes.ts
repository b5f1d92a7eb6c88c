/** One response exactly as it was on the wire, compressed or not. */
import { type IncomingHttpHeaders, request } from 'node:http';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Name and value in turn, as they were sent. */
  rawHeaders: string[];
  body: Buffer;
  /** Milliseconds from the request to the response's first byte, and to its last. */
  firstByte: number;
  lastByte: number;
  /** Milliseconds until something of the body's second line, such as a file's first row; null without one. */
  secondLine: number | null;
};

/** @param sent is posted; without it the request is a GET. */
export function fetchBytes(
  url: string,
  headers: Record<string, string> = {},
  sent?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const asking = request(url, { method: sent === undefined ? 'GET' : 'POST', headers }, (response) => {
      const firstByte = performance.now() - started;
      const chunks: Buffer[] = [];
      let hasFirstLine = false;
      let secondLine: number | null = null;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (secondLine !== null) return;
        const end = hasFirstLine ? 0 : chunk.indexOf('\n') + 1;
        hasFirstLine ||= end > 0;
        if (hasFirstLine && chunk.length > end) secondLine = performance.now() - started;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          rawHeaders: response.rawHeaders,
          body: Buffer.concat(chunks),
          firstByte,
          lastByte: performance.now() - started,
          secondLine,
        }),
      );
    });
    asking.on('error', reject);
    asking.end(sent);
  });
}
