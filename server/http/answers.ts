/** Counts how requests end, for the Operations page: one addition as each begins, and a look at its status as it ends. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { countAnswer, countRequest } from '#platform/failures.ts';

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Call it before the request is answered. Probes do not count: `/readyz` says 503 on purpose. */
export function watchAnswer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = '', url: target = '' } = incoming;
  if (PROBES.has(target)) return;
  countRequest();
  outgoing.once('close', () => {
    const id = outgoing.getHeader('X-Request-Id');
    countAnswer(outgoing.headersSent ? outgoing.statusCode : null, {
      ...{ id: typeof id === 'string' ? id : null, method, target },
    });
  });
}
