/** Writes a line of a person's own activity history, in the transaction of what it tells of. */
import type { Transaction } from '#db/client.ts';
import { userActivity } from '#db/schema/activity.ts';
import { newId } from '#kernel/ids.ts';

export type Activity = {
  userId: string;
  type: (typeof userActivity.$inferInsert)['activityType'];
  description: string;
  /** Shown under 'View Details': ip_address, device, location, alert_type (specification section 3). */
  metadata?: Partial<Record<'ip_address' | 'device' | 'location' | 'alert_type', string>>;
};

export async function recordActivity(tx: Transaction, activity: Activity): Promise<void> {
  const { userId, type, description, metadata = {} } = activity;
  await tx.insert(userActivity).values({ id: newId(), userId, activityType: type, description, metadata });
}
