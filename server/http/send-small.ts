/** Sends a small response without involving the application. */
import type { ServerResponse } from 'node:http';
import type { SmallAnswer } from '#platform/pages/small-page.ts';
import { commonHeaders } from './security-headers.ts';

export function sendSmall(
  outgoing: ServerResponse,
  answer: SmallAnswer,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(answer.status, {
    ...commonHeaders,
    ...answer.headers,
    ...headers,
    'Content-Length': Buffer.byteLength(answer.body),
  });
  outgoing.end(answer.body);
}
