/**
 * What a sign-in leaves behind: a profile if there was none, 'last active', and lines in the person's history: the
 * sign-in, another network than before, a device that was never seen.
 */
import { inTransaction } from '#db/client.ts';
import { lastSignIns } from '#features/activity/activity-queries.server.ts';
import { deviceOf } from '#features/activity/device.ts';
import { recordActivity } from '#features/activity/record-activity.server.ts';
import { tracesOf } from '#features/activity/sign-in-trace.ts';
import { noteSignIn } from '#features/customers/keep-profile.server.ts';

type NewSession = { userId: string; ipAddress?: string | null; userAgent?: string | null };

export async function noteSession({ userId, ipAddress, userAgent }: NewSession): Promise<void> {
  const device = deviceOf(userAgent);
  const metadata = { device: device.name, ...(ipAddress ? { ip_address: ipAddress } : {}) };
  await inTransaction(async (tx) => {
    await noteSignIn(tx, userId);
    const before = await lastSignIns(tx, userId);
    await recordActivity(tx, {
      userId,
      type: device.mobile ? 'mobile_login' : 'login',
      description: `Signed in with ${device.name}`,
      metadata,
    });
    for (const trace of tracesOf(metadata, before)) await recordActivity(tx, { userId, ...trace });
  });
}
