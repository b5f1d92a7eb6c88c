/** Turns an endpoint off and on, and deletes one. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { type Result, succeed } from '#kernel/result.ts';
import { onEndpoint } from './on-endpoint.server.ts';
import { wakeEndpoints } from './wake-endpoints.server.ts';
import type { WebhookProblem } from './webhook.ts';

/** Needs no recent sign-in: it must never wait. What is due stays due; what happens until it is on again is not told. */
export function turnEndpointOff(actor: Actor, id: string): Promise<Result<null, WebhookProblem>> {
  return onEndpoint(actor, id, { recent: false }, async (tx, admin, { name, stopped }) => {
    if (stopped) return succeed(null);
    await tx.update(webhookEndpoints).set({ stopped: 'staff' }).where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, admin, {
      action: 'webhook.turned-off',
      subject: 'store',
      subjectId: 'webhooks',
      after: { name },
    });
    return succeed(null);
  });
}

/** Needs a recent sign-in. What was due is sent. */
export async function turnEndpointOn(actor: Actor, id: string): Promise<Result<null, WebhookProblem>> {
  const outcome = await onEndpoint<null, true>(actor, id, { recent: true }, async (tx, admin, endpoint) => {
    if (!endpoint.stopped) return succeed(null);
    await tx
      .update(webhookEndpoints)
      .set({ stopped: null, failingSince: null, failures: 0, responsibleId: admin.userId })
      .where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, admin, {
      action: 'webhook.turned-on',
      subject: 'store',
      subjectId: 'webhooks',
      after: { name: endpoint.name },
    });
    return succeed(null);
  });
  if (outcome.ok) await wakeEndpoints([id]);
  return outcome;
}

/** With its log. Needs no recent sign-in: it must never wait. */
export function removeEndpoint(actor: Actor, id: string): Promise<Result<null, WebhookProblem>> {
  return onEndpoint(actor, id, { recent: false }, async (tx, admin, { name }) => {
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, admin, {
      action: 'webhook.removed',
      subject: 'store',
      subjectId: 'webhooks',
      before: { name },
    });
    return succeed(null);
  });
}
