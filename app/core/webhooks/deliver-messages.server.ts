/** Sends what is due to one endpoint, a few messages at a time, and gives way to other work. */
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '#db/schema/webhooks.ts';
import { askOutside, type OutboundAnswer } from '#platform/outgoing/outbound.ts';
import { whenQuiet } from '#platform/quiet.ts';
import { type Attempt, recordAttempt } from './record-attempt.server.ts';
import { decryptSecret, signaturesOf } from './sign-message.server.ts';
import { isOwnOrigin } from './target.server.ts';
import { ANSWER_SECONDS, answerWords, unansweredWords } from './webhook.ts';

/** Messages on their way to one endpoint. */
const AT_ONCE = 4;
/** Messages that are read at a time. */
const BATCH = 40;
/** After as many failures in a row the rest waits for the next tick: a dead endpoint costs little. */
const MOST_FAILURES = 4;
/** Seconds after which the rest waits for the next tick. */
const TURN_SECONDS = 45;
/** A process that died holds its endpoint for so long. Longer than an answer may take. */
const LEASE_SECONDS = 30;
/** Seconds after which a lease is renewed. */
const RENEWED_SECONDS = 10;
/** Characters of an answer that are read. */
const READ_AT_MOST = 500;

type Endpoint = { id: string; url: string; secrets: string[] };
type Due = { id: string; messageId: string; payload: string };

/** For tests: when it counts as due, and how long an answer may take. */
type Patience = { now?: Date; answerMs?: number };

/** One process at a time sends to an endpoint; another returns at once. */
export async function deliverTo(endpointId: string, patience: Patience = {}): Promise<void> {
  const until = performance.now() + TURN_SECONDS * 1000;
  for (;;) {
    const endpoint = await lease(endpointId);
    if (!endpoint) return;
    let isToGoOn: boolean;
    try {
      isToGoOn = await sendDue(endpoint, until, patience);
    } finally {
      await release(endpointId);
    }
    // What was stored while the last messages went out woke no one.
    if (!isToGoOn || (await readDue(endpointId, patience.now, 1)).length === 0) return;
  }
}

async function lease(endpointId: string): Promise<Endpoint | null> {
  const [leased] = await database()
    .update(webhookEndpoints)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`, wokenAt: null })
    .where(
      and(
        eq(webhookEndpoints.id, endpointId),
        sql`stopped is null and (leased_until is null or leased_until < now())`,
      ),
    )
    .returning({
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      former: sql<string | null>`case when former_until > now() then former_secret end`,
    });
  if (!leased) return null;
  const stored = leased.former === null ? [leased.secret] : [leased.secret, leased.former];
  return { id: endpointId, url: leased.url, secrets: stored.map((each) => decryptSecret(each, endpointId)) };
}

const renew = (endpointId: string) =>
  database()
    .update(webhookEndpoints)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(eq(webhookEndpoints.id, endpointId));

const release = (endpointId: string) =>
  database().update(webhookEndpoints).set({ leasedUntil: null }).where(eq(webhookEndpoints.id, endpointId));

function readDue(endpointId: string, now = new Date(), limit = BATCH): Promise<Due[]> {
  return database()
    .select({
      id: webhookDeliveries.id,
      messageId: webhookDeliveries.messageId,
      payload: webhookMessages.payload,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.status, 'waiting'),
        lte(webhookDeliveries.dueAt, now),
      ),
    )
    .orderBy(asc(webhookDeliveries.dueAt), asc(webhookDeliveries.id))
    .limit(limit);
}

/** Returns whether to look for more: not after failures, or a turn that was long enough. */
async function sendDue(endpoint: Endpoint, until: number, { now, answerMs }: Patience): Promise<boolean> {
  let failures = 0;
  let renewedAt = performance.now();
  let isStopped = false;
  const mayGoOn = () => !isStopped && failures < MOST_FAILURES && performance.now() < until;
  for (let due = await readDue(endpoint.id, now); due.length > 0; due = await readDue(endpoint.id, now)) {
    const waiting = due.values();
    const lane = async () => {
      for (const each of waiting) {
        if (!mayGoOn()) return;
        await whenQuiet();
        if (performance.now() - renewedAt > RENEWED_SECONDS * 1000) {
          renewedAt = performance.now();
          await renew(endpoint.id);
        }
        const attempt = await send(endpoint, each, answerMs);
        failures = attempt.error === null ? 0 : failures + 1;
        isStopped = (await recordAttempt(endpoint.id, each.id, attempt, now)).isStopped || isStopped;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    if (!mayGoOn()) return false;
  }
  return true;
}

async function send(
  endpoint: Endpoint,
  { messageId, payload }: Due,
  answerMs = ANSWER_SECONDS * 1000,
): Promise<Attempt> {
  const url = new URL(endpoint.url);
  const id = `msg_${messageId}`;
  const at = Math.floor(Date.now() / 1000);
  const began = performance.now();
  const answer = await askOutside({
    method: 'POST',
    url,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(payload),
      'User-Agent': 'Farmgate',
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signaturesOf(endpoint.secrets, id, at, payload),
    },
    body: payload,
    timeout: answerMs,
    publicOnly: !isOwnOrigin(url),
    readAtMost: READ_AT_MOST,
  }).catch((error: NodeJS.ErrnoException) => error);
  const ms = Math.round(performance.now() - began);
  if (answer instanceof Error)
    return { status: null, ms, error: unansweredWords(answer), answer: '', retryAfter: null };
  const isDone = answer.status >= 200 && answer.status < 300;
  return {
    status: answer.status,
    ms,
    error: isDone ? null : answerWords(answer.status),
    answer: shownAnswer(answer),
    retryAfter: answer.retryAfter,
  };
}

/** What can be stored and shown of it: a receiver may answer anything. */
const shownAnswer = ({ text }: OutboundAnswer): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what PostgreSQL or a page cannot take
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
