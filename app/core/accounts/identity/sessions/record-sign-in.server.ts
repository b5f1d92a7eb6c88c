/**
 * Records a sign-in: a profile if there was none, 'last active', and lines in the person's history for the sign-in, a
 * new network and a new device.
 */
import { and, desc, eq, inArray } from 'drizzle-orm';
import { noteSignIn } from '#core/accounts/customers/make-profile.server.ts';
import { deviceOf } from '#core/ground/activity/device.ts';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import { type PastSignIn, tracesOf } from '#core/ground/activity/sign-in-trace.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { userActivity } from '#db/schema/activity.ts';
import { userRoles, users } from '#db/schema/identity.ts';

type NewSession = { userId: string; ipAddress?: string | null; userAgent?: string | null };

export async function recordSignIn(
  tx: Transaction,
  { userId, ipAddress, userAgent }: NewSession,
): Promise<void> {
  const device = deviceOf(userAgent);
  const metadata = { device: device.name, ...(ipAddress ? { ip_address: ipAddress } : {}) };
  await noteSignIn(tx, userId);
  const before = await lastSignIns(tx, userId);
  await recordActivity(tx, {
    userId,
    type: device.mobile ? 'mobile_login' : 'login',
    description: `Signed in with ${device.name}`,
    metadata,
  });
  await recordStaffSignIn(tx, userId, device.name);
  for (const trace of tracesOf(metadata, before)) await recordActivity(tx, { userId, ...trace });
}

/** How many sign-ins a new one is compared with. */
const COMPARED = 20;

/** A person's last sign-ins, newest first. */
function lastSignIns(tx: Transaction, userId: string): Promise<PastSignIn[]> {
  return tx
    .select({ metadata: userActivity.metadata })
    .from(userActivity)
    .where(
      and(eq(userActivity.userId, userId), inArray(userActivity.activityType, ['login', 'mobile_login'])),
    )
    .orderBy(desc(userActivity.createdAt), desc(userActivity.id))
    .limit(COMPARED)
    .then((rows) => rows.map(({ metadata }): PastSignIn => metadata));
}

/** The audit log records every sign-in of people who may enter the back office. */
async function recordStaffSignIn(tx: Transaction, userId: string, device: string): Promise<void> {
  const [person] = await tx
    .select({ name: users.name, role: userRoles.role })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(users.id, userId));
  if (!person || person.role === 'user') return;
  const { name, role } = person;
  await recordAudit(
    tx,
    { kind: 'user', userId, name },
    { action: 'staff.signed-in', subject: 'user', subjectId: userId, after: { role, device } },
  );
}
