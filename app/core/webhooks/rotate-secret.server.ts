/** Gives an endpoint a new secret. The former one also signs for a day, which gives the receiver time to change it. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/access/actor.ts';
import { recordAudit } from '#core/audit/record-audit.server.ts';
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
