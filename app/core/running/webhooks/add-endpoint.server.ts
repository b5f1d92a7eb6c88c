/** Adds an endpoint, and changes one. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { onEndpoint } from './on-endpoint.server.ts';
import { encryptSecret, newSecret } from './sign-message.server.ts';
import { targetProblem } from './target.server.ts';
import { rememberProducts } from './tell-products.server.ts';
import { planTicks } from './wake-endpoints.server.ts';
import { MOST_ENDPOINTS, toldWords, type WebhookProblem, type WebhookType } from './webhook.ts';

export type NewEndpoint = { name: string; url: string; types: readonly WebhookType[] };

/** The secret, which exists in the open only in this answer. */
export type CreatedSecret = { secret: string; name: string };

/** Needs an admin who signed in recently. Refuses an address that messages could not go to, and more than `MOST_ENDPOINTS`. */
export async function addEndpoint(
  actor: Actor,
  { name, url, types }: NewEndpoint,
): Promise<Result<CreatedSecret, WebhookProblem>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'settings.manage',
    refuse<WebhookProblem>({ kind: 'not-allowed' }),
    refuse<WebhookProblem>({ kind: 'confirm-first' }),
  );
  const problem = await targetProblem(url);
  const outcome = await asAdmin<Result<CreatedSecret, WebhookProblem>>(async (tx, admin) => {
    if (problem) return refuse({ kind: problem });
    // Two first endpoints come one after the other.
    await lockAdvisory(tx, 'webhookProducts');
    const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(webhookEndpoints);
    const count = counted?.count ?? 0;
    if (count >= MOST_ENDPOINTS) return refuse({ kind: 'too-many' });
    if (count === 0) await rememberProducts(tx);
    const [id, secret] = [newId<string>(), newSecret()];
    await tx.insert(webhookEndpoints).values({
      ...{ id, name, types: [...types] },
      url: new URL(url).href,
      secret: encryptSecret(secret, id),
      responsibleId: admin.userId,
    });
    await recordAudit(tx, admin, {
      action: 'webhook.added',
      subject: 'store',
      subjectId: 'webhooks',
      after: { name, host: new URL(url).host, told: toldWords(types) },
    });
    return succeed({ secret, name });
  });
  // From the first endpoint on, product changes are sent immediately, not from the next minute.
  if (outcome.ok) await planTicks();
  return outcome;
}

/** Its name and what it gets. Another address is another endpoint, with a secret of its own. */
export function changeEndpoint(
  actor: Actor,
  id: string,
  { name, types }: Pick<NewEndpoint, 'name' | 'types'>,
): Promise<Result<null, WebhookProblem>> {
  return onEndpoint(actor, id, { recent: true }, async (tx, admin, endpoint) => {
    await tx
      .update(webhookEndpoints)
      .set({ name, types: [...types], responsibleId: admin.userId })
      .where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, admin, {
      action: 'webhook.changed',
      subject: 'store',
      subjectId: 'webhooks',
      before: { name: endpoint.name, told: toldWords(endpoint.types) },
      after: { name, told: toldWords(types) },
    });
    return succeed(null);
  });
}
