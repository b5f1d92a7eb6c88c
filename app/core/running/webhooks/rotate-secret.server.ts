/** Gives an endpoint a new secret. The former one also signs for a day, so that the receiver has time to change it. */
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { type Result, succeed } from '#kernel/result.ts';
import type { CreatedSecret } from './add-endpoint.server.ts';
import { onEndpoint } from './on-endpoint.server.ts';
import { encryptSecret, newSecret } from './sign-message.server.ts';
import { FORMER_HOURS, type WebhookProblem } from './webhook.ts';

/** Needs an admin who signed in recently. Of three secrets within a day, the first no longer signs. */
export function rotateSecret(actor: Actor, id: string): Promise<Result<CreatedSecret, WebhookProblem>> {
  return onEndpoint(actor, id, { recent: true }, async (tx, admin, { name }) => {
    const secret = newSecret();
    await tx
      .update(webhookEndpoints)
      .set({
        secret: encryptSecret(secret, id),
        formerSecret: sql`secret`,
        formerUntil: sql`now() + make_interval(hours => ${FORMER_HOURS})`,
      })
      .where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, admin, {
      action: 'webhook.secret-changed',
      subject: 'store',
      subjectId: 'webhooks',
      after: { name },
    });
    return succeed({ secret, name });
  });
}

/**
 * Ends the former secret before its day is over: a process that is sending notices within ten seconds. Needs an admin who
 * signed in recently. Does nothing if only one secret signs.
 */
export function endFormerSecret(actor: Actor, id: string): Promise<Result<null, WebhookProblem>> {
  return onEndpoint(actor, id, { recent: true }, async (tx, admin, { name }) => {
    const ended = await tx
      .update(webhookEndpoints)
      .set({ formerSecret: null, formerUntil: null })
      .where(and(eq(webhookEndpoints.id, id), sql`former_until > now()`))
      .returning({ id: webhookEndpoints.id });
    if (ended.length > 0)
      await recordAudit(tx, admin, {
        action: 'webhook.former-secret-ended',
        subject: 'store',
        subjectId: 'webhooks',
        after: { name },
      });
    return succeed(null);
  });
}
