/**
 * GET /live?topics=orders,order:…&age=1200: announcements the visitor may receive. As server-sent events for requests
 * that accept `text/event-stream`; otherwise, for pages that cannot hold a stream open, what was announced in the last
 * `age` milliseconds as JSON: `{"heard": ["orders"]}`, or `{"heard": "everything"}`.
 */
import { actorContext } from '#core/ground/access/actor-context.ts';
import { liveHub } from '#core/ground/live/live.server.ts';
import { topicsFor } from '#core/ground/live/live-access-queries.server.ts';
import { readTopics } from '#kernel/topic.ts';
import type { Route } from './+types/live.resource';

const LONGEST_AGE_MS = 24 * 60 * 60 * 1000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return refused(401, 'Sign in to listen.');
  const { searchParams } = new URL(request.url);
  const wanted = readTopics(searchParams.get('topics'));
  const age = Number(searchParams.get('age') ?? 0);
  if (wanted === null || !(age >= 0 && age <= LONGEST_AGE_MS)) return refused(400, 'No such topics.');
  const topics = await topicsFor(actor, wanted);
  if (topics.length === 0) return refused(403, 'Not yours to hear.');

  const asksForStream = request.headers.get('accept')?.includes('text/event-stream') ?? false;
  if (!asksForStream || request.method !== 'GET') {
    return Response.json({ heard: liveHub().recall(topics, age) });
  }
  const stream = liveHub().open(actor, topics, age);
  if (!stream) return refused(503, 'Too many are listening.', { 'Retry-After': '30' });
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Nginx would otherwise buffer events until it has a page full of them.
      'X-Accel-Buffering': 'no',
    },
  });
}

function refused(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}
