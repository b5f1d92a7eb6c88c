/** Opens the transaction of every command that is about one endpoint. */
import { eq } from 'drizzle-orm';
import type { Actor, RecentActor, SignedIn } from '#core/ground/access/actor.ts';
import { recentStaffTransaction, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse } from '#kernel/result.ts';
import type { WebhookStop } from '#kernel/statuses.ts';
import type { WebhookProblem } from './webhook.ts';

export type LockedEndpoint = { id: string; name: string; types: string[]; stopped: WebhookStop | null };

/** Locks the endpoint, and runs the work if there is one. @param recent whether the sign-in must be recent */
export function onEndpoint<T, Recent extends boolean>(
  actor: Actor,
  id: string,
  { recent }: { recent: Recent },
  work: (
    tx: Transaction,
    admin: Recent extends true ? RecentActor : SignedIn,
    endpoint: LockedEndpoint,
  ) => Promise<Result<T, WebhookProblem>>,
): Promise<Result<T, WebhookProblem>> {
  const denied: Result<T, WebhookProblem> = refuse({ kind: 'not-allowed' });
  const old: Result<T, WebhookProblem> = refuse({ kind: 'confirm-first' });
  const run = recent
    ? recentStaffTransaction(actor, 'settings.manage', denied, old)
    : staffTransaction(actor, 'settings.manage', denied);
  return run<Result<T, WebhookProblem>>(async (tx: Transaction, admin: SignedIn) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [endpoint] = await tx
      .select({
        id: webhookEndpoints.id,
        name: webhookEndpoints.name,
        types: webhookEndpoints.types,
        stopped: webhookEndpoints.stopped,
      })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for('no key update');
    if (!endpoint) return refuse({ kind: 'not-found' });
    return work(tx, admin as Recent extends true ? RecentActor : SignedIn, endpoint);
  });
}
