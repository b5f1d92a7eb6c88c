/** Notifies a person that a product they wait for is back. The worker calls it; safe to repeat. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { stockAlerts } from '#db/schema/favorites.ts';
import { users } from '#db/schema/identity.ts';
import { deliveries } from '#db/schema/notifications.ts';
import { productStock } from '#db/schema/stock.ts';
import type { MailFrame } from '#ui/email/mail-layout.tsx';
import { BackInStock } from './back-in-stock.tsx';

type Subject = { name: string; product: { id: number; name: string }; frame: MailFrame };

const title = ({ product }: Subject) => `${product.name} is back in stock`;

/**
 * The person asked for this one message: it has a separate line in the grid and does not need the promotions switch.
 */
const row: NotificationRow<Subject> = {
  title,
  // Anyone looking over the shoulder can read a subject.
  mailSubject: () => 'Something you asked for is back in stock',
  message: () => 'You asked us to notify you. We do not hold it for you, so reserve it while it lasts.',
  path: ({ product }) => `/products/${product.id}`,
  mail: (subject) => <BackInStock {...subject} title={title(subject)} />,
};

/** If the units are gone again, the person is not notified and returns to their place in line. */
export async function notifyBackInStock(eventId: string, alertId: string): Promise<void> {
  const [alert] = await database()
    .select({
      userId: stockAlerts.userId,
      email: users.email,
      name: sql<string>`coalesce(${customerProfiles.fullName}, ${users.name})`,
      product: { id: products.id, name: products.name },
      isCannabis: sql<boolean>`${products.productType} = 'cannabis'`,
      isThere: sql<boolean>`${products.forSale} and ${products.archivedAt} is null and ${productStock.onHand} > ${productStock.held}`,
    })
    .from(stockAlerts)
    .innerJoin(users, eq(users.id, stockAlerts.userId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, stockAlerts.userId))
    .innerJoin(products, eq(products.id, stockAlerts.productId))
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(eq(stockAlerts.id, alertId));
  if (!alert) return;
  if (!alert.isThere) return backInLine(eventId, alertId);
  const frame = mailFrame(await readSettings(), alert.isCannabis);
  await notify(eventId, 'back-in-stock', alert, row, { name: alert.name, product: alert.product, frame });
}

/** Puts the alert back in its place in line, in place of a newer request; not if the person was already notified. */
async function backInLine(eventId: string, alertId: string): Promise<void> {
  await inTransaction(async (tx) => {
    const told = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(eq(deliveries.eventId, eventId))
      .limit(1);
    if (told.length > 0) return;
    const [alert] = await tx
      .select()
      .from(stockAlerts)
      .where(eq(stockAlerts.id, alertId))
      .for('no key update');
    if (!alert) return;
    const { userId, productId } = alert;
    await tx
      .delete(stockAlerts)
      .where(
        and(
          eq(stockAlerts.userId, userId),
          eq(stockAlerts.productId, productId),
          isNull(stockAlerts.notifiedAt),
        ),
      );
    await tx.update(stockAlerts).set({ notifiedAt: null }).where(eq(stockAlerts.id, alertId));
  });
}
