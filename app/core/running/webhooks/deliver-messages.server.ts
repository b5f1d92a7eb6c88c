/** Sends what is due to one endpoint, a few messages at a time, and gives way to other work. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '#db/schema/webhooks.ts';
import { askOutside, type OutboundAnswer } from '#platform/outgoing/outbound.ts';
import { whenQuiet } from '#platform/quiet.ts';
import { type Attempt, recordAttempt, stopOfFormerAdmin } from './record-attempt.server.ts';
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

type Endpoint = { id: string; leaseId: string; url: string; secrets: string[] };
type Due = { id: string; messageId: string; payload: string };

/** For tests: when it counts as due, how long an answer may take, and after how long a lease is renewed. */
type Patience = { now?: Date; answerMs?: number; renewMs?: number };

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
      await release(endpoint);
    }
    // What was stored while the last messages went out started no job.
    if (!isToGoOn || (await readDue(endpointId, patience.now, 1)).length === 0) return;
  }
}

const lease = (endpointId: string) =>
  takeLease(endpointId, randomUUID(), sql`leased_until is null or leased_until < now()`);

/** With the secrets that sign now; null if the lease ran out and another process took the endpoint. */
const renew = ({ id, leaseId }: Endpoint) => takeLease(id, leaseId, eq(webhookEndpoints.leaseId, leaseId));

async function takeLease(endpointId: string, leaseId: string, isFree: SQL): Promise<Endpoint | null> {
  await stopOfFormerAdmin(endpointId);
  const [leased] = await database()
    .update(webhookEndpoints)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`, leaseId, wokenAt: null })
    .where(and(eq(webhookEndpoints.id, endpointId), sql`stopped is null`, sql`(${isFree})`))
    .returning({
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      former: sql<string | null>`case when former_until > now() then former_secret end`,
    });
  if (!leased) return null;
  const stored = leased.former === null ? [leased.secret] : [leased.secret, leased.former];
  const secrets = stored.map((each) => decryptSecret(each, endpointId));
  return { id: endpointId, leaseId, url: leased.url, secrets };
}

const release = ({ id, leaseId }: Endpoint) =>
  database()
    .update(webhookEndpoints)
    .set({ leasedUntil: null, leaseId: null })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.leaseId, leaseId)));

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

/** Returns whether to look for more: not after failures, a turn that was long enough, or the loss of the lease. */
async function sendDue(
  leased: Endpoint,
  until: number,
  { now, answerMs, renewMs = RENEWED_SECONDS * 1000 }: Patience,
): Promise<boolean> {
  let endpoint = leased;
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
        if (performance.now() - renewedAt > renewMs) {
          renewedAt = performance.now();
          const renewed = await renew(endpoint);
          if (!renewed) {
            isStopped = true;
            return;
          }
          endpoint = renewed;
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
