/** Inserts the history of demo orders, holds and people as rows; every follow-up step of production is already done. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { userActivity } from '#db/schema/activity.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import { deliveries, notifications } from '#db/schema/notifications.ts';
import { handOvers, idChecks } from '#db/schema/orders.ts';
import { activityOf } from './demo-activity.ts';
import { newsOf } from './demo-news.ts';
import { auditOf, eventsOf, handOversOf, idChecksOf } from './demo-records.ts';
import type { DemoStore } from './draw-demo-store.ts';
import { insertRows } from './insert-rows.ts';
import { randomFrom } from './random.ts';

/** Any number works: the history is drawn independently of its store. */
const HISTORY_SEED = 13_784;

/** Enqueues nothing: no mail, push or text message goes out for demo history. Orders and people already exist. */
export async function writeHistory(
  tx: Transaction,
  { orders, held, people, settings }: Pick<DemoStore, 'orders' | 'held' | 'people' | 'settings'>,
): Promise<void> {
  const random = randomFrom(HISTORY_SEED);
  const happened = eventsOf(random, orders, held);
  const news = newsOf(random, happened, settings.store.zone);
  await insertRows(
    tx,
    events,
    happened.map(({ row }) => row),
  );
  const entries = auditOf(random, orders);
  await insertRows(tx, auditLog, entries);
  await insertRows(tx, handOvers, handOversOf(entries));
  await insertRows(tx, idChecks, idChecksOf(random, orders));
  await insertRows(tx, notifications, news.notifications);
  await insertRows(tx, deliveries, news.deliveries);
  await insertRows(tx, userActivity, activityOf(random, people, orders, held));
  await tx.execute(sql`
    update ${customerProfiles} set last_active_at = active.at
    from (
      select user_id, max(created_at) as at from ${userActivity}
      where activity_type in ('login', 'mobile_login') group by user_id
    ) as active
    where ${customerProfiles.userId} = active.user_id`);
}
