/** Writes people, their messages and their activity through the rooms that own their tables. */
import { moveNotes, moveProfiles } from '#core/accounts/customers/move-profiles.server.ts';
import { accountsOf, movePeople } from '#core/accounts/identity/accounts/move-people.server.ts';
import { moveFavorites } from '#core/goods/favorites/move-favorites.server.ts';
import { moveActivity } from '#core/ground/activity/move-activity.server.ts';
import { moveNotifications, movePreferences } from '#core/ground/notifications/move-messages.server.ts';
import type { Transaction } from '#db/client.ts';
import { idOf } from '#kernel/ids.ts';
import {
  type Became,
  inOrder,
  leave,
  type MoveContext,
  NOTHING,
  requireFree,
  resolve,
  split,
  type WriteItem,
} from './move-context.server.ts';
import { knownRows, ourIdOf, saveMoved } from './moved-rows.server.ts';
import type { RecordKind, Records } from './records.ts';

export async function writePeople(
  tx: Transaction,
  items: readonly WriteItem<'person'>[],
  context: MoveContext,
): Promise<Became[]> {
  const here = await accountsOf(
    tx,
    items.map(({ record }) => record.email),
  );
  const became = new Map<WriteItem<'person'>, Became>();
  const written: (WriteItem<'person'> & { id: string })[] = [];
  for (const item of items) {
    const { record, known } = item;
    if (record.mergedInto !== null) continue;
    const there = here.get(record.email);
    const id =
      known?.isOurs && known.ourId ? known.ourId : ourIdOf(context.source, 'person', record.sourceId);
    if (there !== undefined && there !== id) {
      leave(
        context,
        'person',
        record.sourceId,
        'Has an account here already: what the other system has goes there',
      );
      became.set(item, { ourId: there, isOurs: false, about: rolesOf(record) });
      continue;
    }
    became.set(item, { ourId: id, about: rolesOf(record) });
    written.push({ ...item, id });
  }
  await requireFree(tx, 'users', written);
  await movePeople(
    tx,
    written.map(({ id, record }) => ({ ...record, id, createdAt: new Date(record.createdAt) })),
  );
  await moveProfiles(
    tx,
    written.map(({ id, record }) => ({
      userId: id,
      fullName: record.name,
      ...{
        licenseId: record.licenseId,
        licenseState: record.licenseState,
        licenseVerified: record.licenseVerified,
      },
      ...{
        phone: record.phone,
        address: record.address,
        city: record.city,
        state: record.state,
        zipcode: record.zipcode,
      },
      ...{ birthDate: record.birthDate, isVerifiedOver21: record.isVerifiedOver21 },
      ageDecidedAt: record.ageDecidedAt === null ? null : new Date(record.ageDecidedAt),
      ...{ isBanned: record.isBanned, banReason: record.banReason, loyaltyPoints: record.loyaltyPoints },
      createdAt: new Date(record.createdAt),
    })),
    context.now,
  );
  await movePreferences(
    tx,
    written.flatMap(({ id, record }) => (record.preferences ? [{ userId: id, ...record.preferences }] : [])),
  );
  // Those of one batch may go into one another.
  const own = new Map([...became].map(([{ record }, { ourId }]) => [record.sourceId, ourId]));
  const others = items.filter(({ record }) => record.mergedInto !== null);
  const of = await resolve(
    tx,
    context,
    'person',
    others.map(({ record }) => record.mergedInto),
  );
  for (const item of others) {
    const into = own.get(item.record.mergedInto ?? '') ?? of.get(item.record.mergedInto ?? '') ?? null;
    became.set(item, { ourId: into, isOurs: false });
  }
  return items.map((item) => became.get(item) ?? NOTHING);
}

/** A role is given by an admin of this shop, who signed in recently: a file makes no one an admin. */
const rolesOf = ({ role }: Records['person']) => (role === 'user' ? null : { role });

/** The account that no one has, of orders whose customer is not known. */
export async function unknownPerson(
  tx: Transaction,
  { source, now }: Pick<MoveContext, 'source' | 'now'>,
): Promise<{ id: string; name: string; email: string }> {
  const sourceId = 'unknown-customer';
  const id = idOf(`${source}/person/${sourceId}`);
  const [name, email] = ['Former customer', `former-customer-${source}@deleted.invalid`];
  const known = await knownRows(tx, source, 'person', [sourceId]);
  if (known.has(sourceId)) return { id, name, email };
  await movePeople(tx, [
    { ...{ id, name, email, passwordHash: null, createdAt: now }, isConfirmed: false, providers: [] },
  ]);
  await saveMoved(tx, [{ ...{ source, sourceId, kind: 'person', ourId: id, hash: '' }, isOurs: true }]);
  return { id, name, email };
}

export function writeNotifications(
  tx: Transaction,
  items: readonly WriteItem<'notification'>[],
  context: MoveContext,
): Promise<Became[]> {
  return writeOfPeople(tx, items, context, {
    ...{ kind: 'notification', table: 'notifications' },
    write: (rows) =>
      moveNotifications(
        tx,
        rows.map(({ id, userId, createdAt, record: { type, title, message, read } }) => ({
          ...{ id, userId, createdAt, type, title, message, read },
        })),
      ),
  });
}

export function writeActivity(
  tx: Transaction,
  items: readonly WriteItem<'activity'>[],
  context: MoveContext,
): Promise<Became[]> {
  return writeOfPeople(tx, items, context, {
    ...{ kind: 'activity', table: 'user_activity' },
    write: (rows) =>
      moveActivity(
        tx,
        rows.map(({ id, userId, createdAt, record: { type, description, metadata } }) => ({
          ...{ id, userId, createdAt, activityType: type, description, metadata },
        })),
      ),
  });
}

export function writeNotes(
  tx: Transaction,
  items: readonly WriteItem<'note'>[],
  context: MoveContext,
): Promise<Became[]> {
  return writeOfPeople(tx, items, context, {
    ...{ kind: 'note', table: 'customer_notes' },
    write: (rows) =>
      moveNotes(
        tx,
        rows.map(({ id, userId, createdAt, record: { authorId, authorName, note } }) => ({
          ...{ id, userId, createdAt, authorId, authorName, note },
        })),
      ),
  });
}

export async function writeFavorites(
  tx: Transaction,
  items: readonly WriteItem<'favorite'>[],
  context: MoveContext,
): Promise<Became[]> {
  const people = await resolve(
    tx,
    context,
    'person',
    items.map(({ record }) => record.personId),
  );
  const goods = await resolve(
    tx,
    context,
    'product',
    items.map(({ record }) => record.productId),
  );
  const became = new Map<WriteItem<'favorite'>, Became>();
  const rows = items.flatMap((item) => {
    const { personId, productId, createdAt } = item.record;
    const [userId, ourProduct] = [people.get(personId), goods.get(productId)];
    if (userId === undefined || ourProduct === undefined) return [];
    became.set(item, { ourId: `${userId}/${ourProduct}` });
    return [{ userId, productId: Number(ourProduct), createdAt: new Date(createdAt) }];
  });
  await moveFavorites(tx, rows);
  return inOrder(items, became, context, 'favorite', 'Its person or product did not come over');
}

type OfPerson<K extends RecordKind> = { id: string; userId: string; createdAt: Date; record: Records[K] };

/** Writes records that belong to a person, whole; those of a person who did not come over are left out. */
async function writeOfPeople<K extends 'notification' | 'activity' | 'note'>(
  tx: Transaction,
  items: readonly WriteItem<K>[],
  context: MoveContext,
  {
    kind,
    table,
    write,
  }: { kind: K; table: Parameters<typeof requireFree>[1]; write: (rows: OfPerson<K>[]) => Promise<void> },
): Promise<Became[]> {
  const of = await resolve(
    tx,
    context,
    'person',
    items.map(({ record }) => record.personId),
  );
  const [wanted, became] = split(items, ({ record }) => of.has(record.personId));
  const rows = wanted.map((item) => ({
    ...item,
    id: ourIdOf(context.source, kind, item.record.sourceId),
    userId: of.get(item.record.personId) ?? '',
    createdAt: new Date(item.record.createdAt),
  }));
  await requireFree(tx, table, rows);
  await write(rows);
  for (const [at, { id }] of rows.entries()) became.set(wanted[at] as WriteItem<K>, { ourId: id });
  return inOrder(items, became, context, kind, 'Its person did not come over');
}
