/** Notifies a member of staff of lots that the state holds or no longer holds. The worker calls it; safe to repeat. */
import { and, eq, inArray } from 'drizzle-orm';
import { holdReasonWords } from '#core/goods/stock/lots/state-hold.ts';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { lots } from '#db/schema/stock.ts';
import { stateHolds } from '#db/schema/tracking.ts';
import { HoldMail, type HoldMailSubject } from './hold-mail.tsx';

const row: NotificationRow<HoldMailSubject> = {
  title: ({ title }) => title,
  message: ({ lots: found, isEnd }) =>
    `${found.slice(0, 3).join('. ')}${found.length > 3 ? `. And ${found.length - 3} more` : ''}. ${
      isEnd ? 'An admin can put it back on sale.' : 'Set its units apart.'
    }`,
  mail: (subject) => <HoldMail {...subject} />,
  path: ({ path }) => path,
};

/** Sends only what is still true: of a hold that has ended since nothing, and nothing to a person who left. */
export async function notifyOfStateHold(
  eventId: string,
  { kind, userId, holdIds }: { kind: string; userId: string; holdIds: readonly string[] },
): Promise<void> {
  const isEnd = kind === 'state-hold-ended';
  const [found, [person]] = await Promise.all([
    database()
      .select({
        lotId: lots.id,
        batchNumber: lots.batchNumber,
        product: products.name,
        status: lots.status,
        reasons: stateHolds.reasons,
        endedAt: stateHolds.endedAt,
      })
      .from(stateHolds)
      .innerJoin(lots, eq(lots.id, stateHolds.lotId))
      .innerJoin(products, eq(products.id, lots.productId))
      .where(inArray(stateHolds.id, [...holdIds]))
      .orderBy(products.name, lots.id),
    database()
      .select({ email: users.email, name: users.name, isBanned: customerProfiles.isBanned })
      .from(users)
      .innerJoin(userRoles, and(eq(userRoles.userId, users.id), inArray(userRoles.role, ['staff', 'admin'])))
      .leftJoin(customerProfiles, eq(customerProfiles.userId, users.id))
      .where(eq(users.id, userId)),
  ]);
  const now = found.filter(({ endedAt, status }) => (endedAt !== null) === isEnd && status !== 'sellable');
  const [first] = now;
  if (!first || !person || person.isBanned) return;
  const what = now.length === 1 ? 'a lot' : `${now.length} lots`;
  await notify(eventId, isEnd ? 'state-hold-ended' : 'state-hold', { userId, email: person.email }, row, {
    frame: mailFrame(await readSettings(), false),
    name: person.name,
    title: isEnd ? `The state no longer holds ${what}` : `The state holds ${what}: sales stopped`,
    lots: now.map(
      ({ product, batchNumber, reasons }) =>
        `${product}, batch ${batchNumber}${isEnd ? '' : `: ${holdReasonWords(reasons)}`}`,
    ),
    isEnd,
    path: now.length === 1 ? `/admin/lots/${first.lotId}` : '/admin/lots?status=quarantined',
  });
}
