/** Writes a batch of records through the rooms that own the tables. Returns what each record became, in their order. */
import { inArray, sql } from 'drizzle-orm';
import { moveProfiles } from '#core/accounts/customers/move-profiles.server.ts';
import { accountsOf, movePeople } from '#core/accounts/identity/accounts/move-people.server.ts';
import { moveCategory, moveProducts } from '#core/goods/catalogue/products/move-products.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import type { StoreClock } from '#core/goods/stock/hold-lots.server.ts';
import { moveLots } from '#core/goods/stock/lots/move-lots.server.ts';
import { moveActivity } from '#core/ground/activity/move-activity.server.ts';
import { moveNotifications, movePreferences } from '#core/ground/notifications/move-messages.server.ts';
import {
  continueNumbers,
  type MovedOrder,
  markFirstOrders,
  moveOrders,
  numbersTaken,
  renumberOrders,
} from '#core/sales/orders/moved/move-orders.server.ts';
import { moveReservations } from '#core/sales/orders/moved/move-reservations.server.ts';
import type { Transaction } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { movedRows } from '#db/schema/move-in.ts';
import { idOf } from '#kernel/ids.ts';
import type { MoveSource } from '#kernel/statuses.ts';
import { type Known, knownRows, ourIdOf, saveMoved } from './moved-rows.server.ts';
import type { Note, OrderLineRecord, RecordKind, Records } from './records.ts';
import type { RunningReport } from './report.ts';
import type { FileKind } from './write-files.server.ts';

export type MoveContext = {
  source: MoveSource;
  now: Date;
  clock: StoreClock;
  /** Store-local, yyyy-mm-dd. */
  today: string;
  note(note: Note): void;
  short: RunningReport['short'];
};

export type WriteItem<K extends RecordKind> = { record: Records[K]; known: Known | null };

export type Became = { ourId: string | null; isOurs?: boolean; about?: Record<string, string> | null };

type Writer<K extends RecordKind> = (
  tx: Transaction,
  items: readonly WriteItem<K>[],
  context: MoveContext,
) => Promise<Became[]>;

export const writers: { [K in Exclude<RecordKind, FileKind>]: Writer<K> } = {
  category: writeCategories,
  product: writeProducts,
  lot: writeLots,
  person: writePeople,
  notification: writeNotifications,
  activity: writeActivity,
  order: writeOrders,
  reservation: writeReservations,
};

const NOTHING: Became = { ourId: null, isOurs: false };

async function writeCategories(tx: Transaction, items: readonly WriteItem<'category'>[]): Promise<Became[]> {
  const became: Became[] = [];
  for (const { record, known } of items) {
    if (known?.ourId) became.push({ ourId: known.ourId, isOurs: known.isOurs });
    else {
      const { id, isNew } = await moveCategory(tx, record.name);
      became.push({ ourId: String(id), isOurs: isNew });
    }
  }
  return became;
}

/** What sales name that is no product of the menu: it is archived, and so is its category. */
const FORMER_ITEM = 'former-item';
const FORMER_CATEGORY = 'Former shop';

async function writeProducts(
  tx: Transaction,
  items: readonly WriteItem<'product'>[],
  context: MoveContext,
): Promise<Became[]> {
  const of = await resolve(
    tx,
    context,
    'category',
    items.map(({ record }) => record.categoryId),
  );
  const other = items.some(({ record }) => !of.has(record.categoryId ?? ''))
    ? await moveCategory(tx, 'Other')
    : null;
  const names = new Map(
    (await tx.select({ id: categories.id, name: categories.name }).from(categories)).map(({ id, name }) => [
      id,
      name,
    ]),
  );
  const upcs = await upcsTaken(tx, items);
  const written = await moveProducts(
    tx,
    items.map(({ record, known }) => {
      const categoryId = Number(of.get(record.categoryId ?? '') ?? other?.id);
      const { upcCode = null } = record.values;
      const isTaken =
        upcCode !== null && upcs.get(upcCode) !== undefined && upcs.get(upcCode) !== record.sourceId;
      if (isTaken)
        leave(
          context,
          'product',
          record.sourceId,
          'Another product has the same UPC: this one comes without it',
        );
      else if (upcCode !== null) upcs.set(upcCode, record.sourceId);
      return {
        id: known?.ourId ? Number(known.ourId) : null,
        wantedId: readProductId(record.sourceId),
        ...{ categoryId, categoryName: names.get(categoryId) ?? '' },
        isArchived: record.isArchived,
        createdAt: new Date(record.createdAt),
        values: isTaken ? { ...record.values, upcCode: null } : record.values,
      };
    }),
  );
  return written.map(({ id, offSale }, at) => {
    const sourceId = items[at]?.record.sourceId ?? '';
    if (offSale) leave(context, 'product', sourceId, `Off sale until it is complete: ${offSale}`);
    return { ourId: String(id) };
  });
}

/** Says that a row came otherwise than it was. */
function leave(
  context: MoveContext,
  kind: RecordKind,
  sourceId: string,
  reason: string,
  isLeftOut = false,
): void {
  context.note({ kind, sourceId, isLeftOut, reason });
}

/** UPCs that products here have, by the id at the source of who has it; '' for a product of this shop. */
async function upcsTaken(
  tx: Transaction,
  items: readonly WriteItem<'product'>[],
): Promise<Map<string, string>> {
  const wanted = items.flatMap(({ record }) => record.values.upcCode ?? []);
  if (wanted.length === 0) return new Map();
  const { rows } = await tx.execute<{ upc: string; source: string | null }>(sql`
    select upc_code as upc, moved.source_id as source from products
    left join moved_rows as moved on moved.kind = 'product' and moved.our_id = products.id::text
    where upc_code = any(${sql.param(wanted)}::text[])`);
  return new Map(rows.map(({ upc, source }) => [upc, source ?? '']));
}

async function writeLots(
  tx: Transaction,
  items: readonly WriteItem<'lot'>[],
  context: MoveContext,
): Promise<Became[]> {
  const of = await resolve(
    tx,
    context,
    'product',
    items.map(({ record }) => record.productId),
  );
  const [wanted, became] = split(items, ({ record }) => of.has(record.productId));
  const written = await moveLots(
    tx,
    wanted.map(({ record, known }) => ({
      id: known?.ourId ? Number(known.ourId) : null,
      productId: Number(of.get(record.productId)),
      ...{ batchNumber: record.batchNumber, units: record.units, status: record.status },
      papers: {
        ...{ testStatus: record.testStatus, labName: record.labName, coaNumber: record.coaNumber },
        ...{ packageTag: record.packageTag, packagedOn: record.packagedOn, expiresOn: record.expiresOn },
        ...{
          totalThcBasisPoints: record.totalThcBasisPoints,
          totalCbdBasisPoints: record.totalCbdBasisPoints,
        },
      },
    })),
    context.today,
  );
  written.forEach(({ id, left }, at) => {
    const item = wanted[at];
    if (!item) return;
    became.set(item, { ourId: String(id) });
    if (left > 0)
      leave(
        context,
        'lot',
        item.record.sourceId,
        'Orders hold more units than the other system has: the lot keeps those',
      );
  });
  return inOrder(items, became, context, 'lot', 'Its product did not come over');
}

async function writePeople(
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

/** A role is given by an admin of this shop, who signed in recently: a file makes nobody an admin. */
const rolesOf = ({ role }: Records['person']) => (role === 'user' ? null : { role });

/** What was exported keeps its ids, which must not be those of other rows here. */
async function requireFree(
  tx: Transaction,
  table: 'users' | 'orders' | 'pickup_reservations' | 'notifications' | 'user_activity',
  items: readonly { id: string; known: Known | null }[],
): Promise<void> {
  const added = items.flatMap(({ id, known }) => (known?.ourId === id ? [] : [id]));
  if (added.length === 0) return;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ${sql.identifier(table)} where id = any(${sql.param(added)}::uuid[]) limit 1`,
  );
  if (rows[0]) throw new Error(`${table} has a row ${rows[0].id} that did not come from this move`);
}

async function writeNotifications(
  tx: Transaction,
  items: readonly WriteItem<'notification'>[],
  context: MoveContext,
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
    id: ourIdOf(context.source, 'notification', item.record.sourceId),
  }));
  await requireFree(tx, 'notifications', rows);
  await moveNotifications(
    tx,
    rows.map(({ id, record: { type, title, message, read, createdAt, personId } }) => ({
      ...{ id, type, title, message, read },
      userId: of.get(personId) ?? '',
      createdAt: new Date(createdAt),
    })),
  );
  for (const [at, { id }] of rows.entries())
    became.set(wanted[at] as WriteItem<'notification'>, { ourId: id });
  return inOrder(items, became, context, 'notification', 'Its person did not come over');
}

async function writeActivity(
  tx: Transaction,
  items: readonly WriteItem<'activity'>[],
  context: MoveContext,
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
    id: ourIdOf(context.source, 'activity', item.record.sourceId),
  }));
  await requireFree(tx, 'user_activity', rows);
  await moveActivity(
    tx,
    rows.map(({ id, record: { type, description, metadata, createdAt, personId } }) => ({
      ...{ id, activityType: type, description, metadata },
      userId: of.get(personId) ?? '',
      createdAt: new Date(createdAt),
    })),
  );
  for (const [at, { id }] of rows.entries()) became.set(wanted[at] as WriteItem<'activity'>, { ourId: id });
  return inOrder(items, became, context, 'activity', 'Its person did not come over');
}

async function writeOrders(
  tx: Transaction,
  items: readonly WriteItem<'order'>[],
  context: MoveContext,
): Promise<Became[]> {
  const people = await resolve(
    tx,
    context,
    'person',
    items.map(({ record }) => record.personId),
  );
  const byEmail = await accountsOf(
    tx,
    items.flatMap(({ record }) =>
      people.has(record.personId ?? '') || record.email === '' ? [] : [record.email],
    ),
  );
  const goods = await goodsOf(
    tx,
    context,
    items.flatMap(({ record }) => record.lines),
  );
  const wanted = items.map((item) => ({
    ...item,
    id: ourIdOf(context.source, 'order', item.record.sourceId),
  }));
  await requireFree(tx, 'orders', wanted);
  const numbers = await claimNumbers(tx, wanted, context);
  const buyers = await buyersOf(tx, [...people.values(), ...byEmail.values()]);
  const moved: MovedOrder[] = [];
  for (const { id, record } of wanted) {
    const userId =
      people.get(record.personId ?? '') ?? byEmail.get(record.email) ?? (await unknownPerson(tx, context));
    const buyer = buyers.get(userId);
    const lines = record.lines.map((line, position) => ({
      ...goods(line),
      reservationId: reservationIdOf(context.source, record.sourceId, line, position),
    }));
    moved.push({
      ...{ id, userId, lines, isHistory: record.isHistory },
      number: numbers.get(id) ?? null,
      userEmail: record.email || (buyer?.email ?? ''),
      userName: record.name || (buyer?.name ?? 'Former customer'),
      ...{ status: record.status, paymentStatus: record.paymentStatus, note: record.note },
      createdAt: new Date(record.createdAt),
      pickupStartsAt: dateOf(record.pickupAt),
      pickupEndsAt: dateOf(record.pickupEndsAt) ?? dateOf(record.pickupAt),
      endedAt: dateOf(record.endedAt),
      ...{ birthDate: record.birthDate, customerNote: record.customerNote },
      reservationId: record.reservationId === null ? null : (lines[0]?.reservationId ?? null),
    });
  }
  const written = await moveOrders(tx, moved, context.clock);
  return written.map(({ id, missing, isChangedHere }, at): Became => {
    const record = wanted[at]?.record;
    const { sourceId = '', number = null } = record ?? {};
    if (isChangedHere) leave(context, 'order', sourceId, 'Was changed here, and stays as it is');
    if (missing > 0)
      context.short({ name: number === null ? sourceId : `ORD${String(number).padStart(3, '0')}`, missing });
    return { ourId: id, about: numbers.has(id) ? null : { number: 'given' } };
  });
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** What was exported keeps the ids of its reservations. */
function reservationIdOf(
  source: MoveSource,
  orderId: string,
  line: OrderLineRecord,
  position: number,
): string {
  return source === 'export' && line.reservationId !== null
    ? line.reservationId
    : idOf(`${source}/line/${orderId}/${position}`);
}

/** The numbers that orders keep. One that another order has is given to neither twice: the second gets the next one. */
async function claimNumbers(
  tx: Transaction,
  wanted: readonly (WriteItem<'order'> & { id: string })[],
  context: MoveContext,
): Promise<Map<string, number>> {
  const claimed = new Map<string, number>();
  const owners = new Map<number, string>();
  for (const { id, record } of wanted) {
    if (record.number === null) continue;
    if (owners.has(record.number))
      leave(context, 'order', record.sourceId, 'Another order has its number: it gets the next one');
    else owners.set(record.number, id);
  }
  const taken = await numbersTaken(
    tx,
    [...owners].map(([number, id]) => ({ id, number })),
  );
  // Those that were given a number here have none that anybody knows.
  const given = await givenNumbers(tx, [...taken.values()]);
  await continueNumbers(tx, Math.max(1, ...owners.keys()));
  await renumberOrders(tx, [...given]);
  for (const [number, id] of owners) {
    const other = taken.get(number);
    if (other === undefined || given.has(other)) claimed.set(id, number);
    else {
      const record = wanted.find((each) => each.id === id)?.record;
      leave(context, 'order', record?.sourceId ?? '', 'Another order has its number: it gets the next one');
    }
  }
  return claimed;
}

async function givenNumbers(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: movedRows.ourId })
    .from(movedRows)
    .where(
      sql`${movedRows.kind} = 'order' and ${movedRows.about} ->> 'number' = 'given' and ${inArray(movedRows.ourId, [...ids])}`,
    );
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

async function buyersOf(tx: Transaction, ids: readonly string[]) {
  const { rows } = await tx.execute<{ id: string; email: string; name: string }>(
    sql`select id, email, name from users where id = any(${sql.param([...new Set(ids)])}::uuid[])`,
  );
  return new Map(rows.map(({ id, ...buyer }) => [id, buyer]));
}

/** The account that no one has, of orders whose customer is not known. */
async function unknownPerson(tx: Transaction, { source, now }: MoveContext): Promise<string> {
  const sourceId = 'unknown-customer';
  const id = idOf(`${source}/person/${sourceId}`);
  const known = await knownRows(tx, source, 'person', [sourceId]);
  if (known.has(sourceId)) return id;
  const name = 'Former customer';
  const email = `former-customer-${source}@deleted.invalid`;
  await movePeople(tx, [
    { ...{ id, name, email, passwordHash: null, createdAt: now }, isConfirmed: false, providers: [] },
  ]);
  await saveMoved(tx, [{ ...{ source, sourceId, kind: 'person', ourId: id, hash: '' }, isOurs: true }]);
  return id;
}

/** Reads what the lines' products are, and returns how a line is written. */
async function goodsOf(tx: Transaction, context: MoveContext, lines: readonly OrderLineRecord[]) {
  const of = await resolve(
    tx,
    context,
    'product',
    lines.map(({ productId }) => productId),
  );
  const needsFormer = lines.some(({ productId }) => !of.has(productId ?? ''));
  const former = needsFormer ? await formerItem(tx, context) : 0;
  const ids = [...new Set([...of.values()].map(Number)), ...(needsFormer ? [former] : [])];
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({
            id: products.id,
            productName: products.name,
            productType: products.productType,
            categoryName: categories.name,
            taxClass: products.taxClass,
            requiresId: products.requiresId,
            limitCategory: products.limitCategory,
            limitMg: products.limitMg,
          })
          .from(products)
          .innerJoin(categories, sql`${categories.id} = ${products.categoryId}`)
          .where(inArray(products.id, ids));
  const facts = new Map(rows.map(({ id, ...row }) => [id, row]));
  return (line: OrderLineRecord) => {
    const productId = Number(of.get(line.productId ?? '') ?? former);
    const product = facts.get(productId);
    if (!product) throw new Error('a line names a product that is not here');
    return {
      ...product,
      productId,
      productName: line.name || product.productName,
      productType: line.productType ?? product.productType,
      categoryName: line.categoryName ?? product.categoryName,
      taxClass: line.taxClass ?? product.taxClass,
      ...{
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        unitDiscount: line.unitDiscount,
        tax: line.tax,
      },
      taxParts: line.taxParts.map((part) => ({ ...part })),
    };
  };
}

async function formerItem(tx: Transaction, { source, now }: MoveContext): Promise<number> {
  const known = await knownRows(tx, source, 'product', [FORMER_ITEM]);
  const there = known.get(FORMER_ITEM)?.ourId;
  if (there) return Number(there);
  const category = await moveCategory(tx, FORMER_CATEGORY);
  const [made] = await moveProducts(tx, [
    {
      ...{ id: null, wantedId: null, categoryId: category.id, categoryName: FORMER_CATEGORY },
      ...{ isArchived: true, createdAt: now },
      values: { name: 'Item of the former shop', productType: 'merchandise', forSale: false },
    },
  ]);
  if (!made) throw new Error('a product was not written');
  await saveMoved(tx, [
    { ...{ source, kind: 'product', sourceId: FORMER_ITEM, ourId: String(made.id), hash: '' } },
    ...(category.isNew
      ? [{ ...{ source, kind: 'category', sourceId: FORMER_CATEGORY, ourId: String(category.id), hash: '' } }]
      : []),
  ]);
  return made.id;
}

async function writeReservations(
  tx: Transaction,
  items: readonly WriteItem<'reservation'>[],
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
  const [wanted, became] = split(
    items,
    ({ record }) => people.has(record.personId) && goods.has(record.productId),
  );
  const rows = wanted.map((item) => ({
    ...item,
    id: ourIdOf(context.source, 'reservation', item.record.sourceId),
  }));
  await requireFree(tx, 'pickup_reservations', rows);
  const missing = await moveReservations(
    tx,
    rows.map(({ id, record }) => ({
      id,
      userId: people.get(record.personId) ?? '',
      productId: Number(goods.get(record.productId)),
      ...{ quantity: record.quantity, unitPrice: record.unitPrice, status: record.status },
      ...{ isHistory: record.isHistory, createdAt: new Date(record.createdAt) },
      ...{ pickupTime: dateOf(record.pickupAt), holdExpiresAt: dateOf(record.holdExpiresAt) },
    })),
    context.clock,
  );
  rows.forEach(({ id, record }, at) => {
    became.set(wanted[at] as WriteItem<'reservation'>, { ourId: id });
    const units = missing.get(id);
    if (units) context.short({ name: `Reservation ${record.sourceId}`, missing: units });
  });
  return inOrder(items, became, context, 'reservation', 'Its customer or product did not come over');
}

/** What these rows of the source became here; those that became nothing are missing. */
export async function resolve(
  tx: Pick<Transaction, 'select'>,
  { source }: Pick<MoveContext, 'source'>,
  kind: RecordKind,
  sourceIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = await knownRows(
    tx,
    source,
    kind,
    sourceIds.filter((id) => id !== null),
  );
  return new Map([...known].flatMap(([id, { ourId }]) => (ourId === null ? [] : [[id, ourId]])));
}

function split<T>(items: readonly T[], isWanted: (item: T) => boolean): [T[], Map<T, Became>] {
  return [items.filter(isWanted), new Map<T, Became>()];
}

/** What did not become anything is left out, with the reason. */
function inOrder<K extends RecordKind>(
  items: readonly WriteItem<K>[],
  became: ReadonlyMap<WriteItem<K>, Became>,
  context: MoveContext,
  kind: K,
  reason: string,
): Became[] {
  return items.map((item) => {
    const found = became.get(item);
    if (!found) leave(context, kind, item.record.sourceId, reason, true);
    return found ?? NOTHING;
  });
}

/** After all orders: the next number, and which order is each customer's first. */
export async function settleOrders(tx: Transaction): Promise<void> {
  await continueNumbers(tx);
  await markFirstOrders(tx);
}
