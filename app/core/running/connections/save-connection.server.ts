/** Saves a connection that an admin set in the office, removes one, and makes the passphrase of backups. Every instance uses the change at once. */
import { and, eq } from 'drizzle-orm';
import { stopReportingWithin } from '#core/goods/tracking/reports/start-reporting.server.ts';
import type { Actor, RecentActor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readAdminIds } from '#core/ground/notifications/admins-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ConnectionChange, ShopConnectionKind } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { encrypt } from '#platform/secrets/secrets.ts';
import { type ConnectionValues, connectionWords, hasOtherSecrets } from './connection-form.ts';
import { applyConnections, isSetOutside } from './open-connections.server.ts';
import { newPassphrase } from './passphrase.ts';
import { placeProblem } from './place-problem.ts';
import {
  type FormConnectionKind,
  type ShopConnectionProblem,
  shopConnectionList,
} from './shop-connection.ts';
import {
  connectionContext,
  readStoredConnections,
  type StoredConnection,
} from './shop-connections-queries.server.ts';

type Saved<T = null> = Result<T, ShopConnectionProblem>;

/**
 * Needs an admin who signed in recently. Refuses a `version` since which someone else has saved, what the server's settings
 * set, and a folder or an address that the office must not name. Another license of the state's system ends reporting.
 */
export async function saveConnection(
  actor: Actor,
  kind: FormConnectionKind,
  { values, version }: { values: ConnectionValues; version: number },
): Promise<Saved> {
  // Before the locks: a disk that is away takes its time.
  const says = await placeProblem(values);
  return onConnection(actor, kind, version, async (tx, admin, stored) => {
    if (says !== null) return refuse({ kind: 'forbidden-place', says });
    if (!(await storeValues(tx, admin, { kind, version, values }))) return refuse({ kind: 'stale' });
    const { services } = shopConnectionList[kind];
    const before = stored?.values ?? null;
    if (kind === 'tracking' && isOtherLicense(before, values)) await stopReportingWithin(tx, admin);
    const after = {
      ...connectionWords(services, values),
      ...(hasOtherSecrets(services, before, values) ? { Password: before === null ? 'set' : 'changed' } : {}),
    };
    await recordAudit(tx, admin, {
      action: 'connection.changed',
      subject: 'setting',
      subjectId: `connections:${kind}`,
      before: (before === null ? {} : connectionWords(services, before)) as AuditState,
      after: after as AuditState,
    });
    await tellAdmins(tx, admin, kind, before === null ? 'set-up' : 'changed');
    return succeed(null);
  });
}

/** Whether the state's system is another one now, or knows the shop under another license. Other keys alone are the same. */
const isOtherLicense = (before: ConnectionValues | null, after: ConnectionValues): boolean =>
  ['service', 'address', 'license'].some((key) => (before?.[key] ?? '') !== (after[key] ?? ''));

/** Encrypts and stores values of the next version; false if two people save the first ones at the same time. */
async function storeValues(
  tx: Transaction,
  admin: RecentActor,
  { kind, version, values }: { kind: ShopConnectionKind; version: number; values: ConnectionValues },
): Promise<boolean> {
  const row = {
    sealed: encrypt(JSON.stringify(values), connectionContext(kind)),
    ...{ version: version + 1, testedAt: null, trouble: null },
    ...{ updatedAt: asDate(systemClock()), updatedBy: admin.userId },
  };
  // The second of two first saves finds the first one's row.
  const written = await tx
    .insert(shopConnections)
    .values({ kind, ...row })
    .onConflictDoUpdate({
      target: shopConnections.kind,
      set: row,
      setWhere: eq(shopConnections.version, version),
    })
    .returning({ kind: shopConnections.kind });
  return written.length > 0;
}

/** Needs an admin who signed in recently. Without the state's system nothing is reported. */
export function removeConnection(actor: Actor, kind: FormConnectionKind, version: number): Promise<Saved> {
  return onConnection(actor, kind, version, async (tx, admin, stored) => {
    if (!stored) return succeed(null);
    await tx.delete(shopConnections).where(eq(shopConnections.kind, kind));
    if (kind === 'tracking') await stopReportingWithin(tx, admin);
    await recordAudit(tx, admin, {
      action: 'connection.removed',
      subject: 'setting',
      subjectId: `connections:${kind}`,
      before: connectionWords(
        shopConnectionList[kind].services,
        stored.values ?? { service: '' },
      ) as AuditState,
    });
    await tellAdmins(tx, admin, kind, 'removed');
    return succeed(null);
  });
}

/**
 * Makes the passphrase of backups, which only this answer has. Backups made before stay readable with their own one only,
 * so the caller asks for a backup with the new one. Needs an admin who signed in recently.
 */
export function makePassphrase(actor: Actor, version: number): Promise<Saved<{ passphrase: string }>> {
  return onConnection(actor, 'backup-passphrase', version, async (tx, admin, stored) => {
    const passphrase = newPassphrase();
    const values = { service: 'made', passphrase };
    if (!(await storeValues(tx, admin, { kind: 'backup-passphrase', version, values })))
      return refuse({ kind: 'stale' });
    await recordAudit(tx, admin, {
      action: 'connection.changed',
      subject: 'setting',
      subjectId: 'connections:backup-passphrase',
      before: {},
      after: { Passphrase: stored ? 'changed' : 'set' } as AuditState,
    });
    await tellAdmins(tx, admin, 'backup-passphrase', stored ? 'changed' : 'set-up');
    return succeed({ passphrase });
  });
}

/** Also the one who changed it: someone else may have used their sign-in. */
async function tellAdmins(
  tx: Transaction,
  { userId: byId }: RecentActor,
  connection: ShopConnectionKind,
  change: ConnectionChange,
): Promise<void> {
  const at = systemClock().toString();
  for (const userId of await readAdminIds(tx))
    await recordEvent(tx, { kind: 'connection-changed', userId, connection, change, byId, at }, byId);
}

/** Locks the connection, and refuses one that someone else has saved since, or that the server's settings set. */
async function onConnection<T>(
  actor: Actor,
  kind: ShopConnectionKind,
  version: number,
  work: (tx: Transaction, admin: RecentActor, stored: StoredConnection | undefined) => Promise<Saved<T>>,
): Promise<Saved<T>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'settings.manage',
    refuse<ShopConnectionProblem>({ kind: 'not-allowed' }),
    refuse<ShopConnectionProblem>({ kind: 'confirm-first' }),
  );
  if (isSetOutside(kind)) return refuse({ kind: 'set-outside' });
  const saved = await asAdmin<Saved<T>>(async (tx, admin) => {
    await tx
      .select({ kind: shopConnections.kind })
      .from(shopConnections)
      .where(eq(shopConnections.kind, kind))
      .for('no key update');
    const stored = (await readStoredConnections(tx)).find((each) => each.kind === kind);
    if ((stored?.version ?? 0) !== version) return refuse({ kind: 'stale' });
    return work(tx, admin, stored);
  });
  // Other instances are notified by the database in a moment.
  if (saved.ok) await applyConnections();
  return saved;
}

/** Stores what a test of the values of this version said. @param trouble null if it worked */
export async function recordConnectionTest(
  kind: ShopConnectionKind,
  version: number,
  trouble: string | null,
): Promise<void> {
  await database()
    .update(shopConnections)
    .set({ testedAt: asDate(systemClock()), trouble })
    .where(and(eq(shopConnections.kind, kind), eq(shopConnections.version, version)));
  await applyConnections();
}

/** For a copy of the shop: it must not write to customers in the shop’s name. */
export async function forgetConnections(): Promise<void> {
  await database().delete(shopConnections);
}
