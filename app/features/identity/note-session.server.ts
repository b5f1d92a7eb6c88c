/** What a sign-in leaves behind: a profile if there was none, 'last active', a line in the person's history. */
import { inTransaction } from '#db/client.ts';
import { deviceOf } from '#features/activity/device.ts';
import { recordActivity } from '#features/activity/record-activity.server.ts';
import { noteSignIn } from '#features/customers/keep-profile.server.ts';

type NewSession = { userId: string; ipAddress?: string | null; userAgent?: string | null };

export async function noteSession({ userId, ipAddress, userAgent }: NewSession): Promise<void> {
  const device = deviceOf(userAgent);
  await inTransaction(async (tx) => {
    await noteSignIn(tx, userId);
    await recordActivity(tx, {
      userId,
      type: device.mobile ? 'mobile_login' : 'login',
      description: `Signed in with ${device.name}`,
      metadata: { device: device.name, ...(ipAddress ? { ip_address: ipAddress } : {}) },
    });
  });
}
