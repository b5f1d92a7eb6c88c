/** Adds a line to a person's own activity history, in the transaction of what it describes. */
import type { Transaction } from '#db/client.ts';
import { userActivity } from '#db/schema/activity.ts';
import { newId } from '#kernel/ids.ts';
import type { ActivityType } from '#kernel/statuses.ts';
import type { ActivityDetail } from './activity.ts';

export type Activity = {
  userId: string;
  type: ActivityType;
  description: string;
  /** Shown under 'View Details' (specification section 3); `fields` are field names, never their values. */
  metadata?: Partial<Record<ActivityDetail, string>>;
};

export async function recordActivity(tx: Transaction, activity: Activity): Promise<void> {
  const { userId, type, description, metadata = {} } = activity;
  await tx.insert(userActivity).values({ id: newId(), userId, activityType: type, description, metadata });
}
