/** GET /display/live: tells a paired screen that what it shows may have changed. 403 for any other browser. */
import { liveHub } from '#core/ground/live/live.server.ts';
import { type DisplayListener, topicOfDisplay } from '#core/ground/live/live-access-queries.server.ts';
import { readDisplayToken } from '#core/sales/displays/display-cookie.server.ts';
import { readPaired } from '#core/sales/displays/display-view-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import type { Route } from './+types/display-live.resource';

/** The screen asks after each stream's first event. */
const AGE_MS = 0;

export async function loader({ request }: Route.LoaderArgs) {
  const token = readDisplayToken(request.headers.get('cookie'));
  const paired = token === null ? null : await readPaired(token, systemClock());
  const refused = (status: number) =>
    Response.json({ message: 'Not paired.' }, { status, headers: { 'Cache-Control': 'no-store' } });
  if (!paired || request.method !== 'GET') return refused(403);
  const listener: DisplayListener = { kind: 'display', displayId: paired.id, registerId: paired.registerId };
  const stream = liveHub().open(listener, [topicOfDisplay(listener)], AGE_MS);
  if (!stream) return refused(503);
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Nginx would otherwise buffer events until it has a page full of them.
      'X-Accel-Buffering': 'no',
    },
  });
}
