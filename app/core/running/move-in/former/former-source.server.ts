/** Reads the former shop as records, kind by kind, a batch at a time: what a batch refers to is looked up with it. */
import { formatNumber } from '#kernel/number.ts';
import type { FileRef, Note, ReadBatch, RecordKind, RecordSource } from '../records.ts';
import type { SourceFiles } from '../source-files.server.ts';
import { lotOf, picturesOf, productOf } from './former-goods.ts';
import { orderIdsOf, orderOf, reservationOf } from './former-orders.ts';
import { emailOf, emailsOf, type PersonRows, personOf } from './former-people.ts';
import {
  activityOf,
  categoryOf,
  notificationOf,
  PHOTOS,
  photoOf,
  profileOwner,
  type Turned,
} from './former-rows.ts';
import { type FormerTable, type FormerTables, idOfRow, type Row, textOf } from './tables.ts';

const PROFILES = ['profiles', 'customer_profiles'] as const;

/**
 * @param now decides which open orders can still be fetched
 * @param priceList the file of the public price list, which no table names
 */
export function formerSource(
  tables: FormerTables,
  files: SourceFiles,
  now: Date,
  priceList: FileRef | null = null,
): RecordSource {
  const people = peopleReader(tables);
  const readers: { [K in RecordKind]?: () => AsyncIterable<ReadBatch<K>> } = {
    category: () => rowByRow(tables, 'categories', (row) => categoryOf(row)),
    product: () => rowByRow(tables, 'products', (row) => listed(productOf(row))),
    lot: () => rowByRow(tables, 'products', (row) => listed(lotOf(row))),
    person: people,
    notification: () => rowByRow(tables, 'notifications', (row) => notificationOf(row)),
    activity: () => rowByRow(tables, 'user_activity', (row) => activityOf(row)),
    order: () => readOrders(tables, now),
    reservation: () => readReservations(tables, now),
    picture: () => rowByRow(tables, 'products', (row) => picturesOf(row)),
    photo: () => readPhotos(tables),
    'price-list': () => one(priceList),
  };
  return {
    place: tables.place,
    read: (kind) => (readers[kind]?.() ?? nothing()) as never,
    file: (ref) => files.read(ref),
    close: () => tables.close(),
  };
}

async function* one(file: FileRef | null): AsyncIterable<ReadBatch<'price-list'>> {
  if (file) yield { records: [{ sourceId: 'price-list', file }], notes: [] };
}

async function* nothing(): AsyncIterable<ReadBatch<never>> {}

const listed = <T>({ record, notes }: { record: T | null; notes: Note[] }): Turned<T> => ({
  records: record === null ? [] : [record],
  notes,
});

async function* rowByRow<T>(tables: FormerTables, table: FormerTable, turn: (row: Row) => Turned<T>) {
  if (!tables.has(table)) return;
  for await (const rows of tables.rows(table)) {
    const turned = rows.map(turn);
    yield { records: turned.flatMap(({ records }) => records), notes: turned.flatMap(({ notes }) => notes) };
  }
}

/**
 * People are in three places: accounts, profiles and the list of customers. Each person is read once: with their account;
 * without one with their profile; without either as a customer.
 */
function peopleReader(tables: FormerTables): () => AsyncIterable<ReadBatch<'person'>> {
  return async function* read() {
    const firstWith = new Map<string, string>();
    const seen = new Set<string>();
    const claim = (id: string) => (email: string) => {
      const first = firstWith.get(email);
      if (first === undefined) firstWith.set(email, id);
      return first ?? id;
    };
    const turn = ({ people, notes }: Gathered) => {
      const turned = people.map((rows) => personOf(rows, claim(rows.id)));
      return {
        records: turned.flatMap(({ record }) => record ?? []),
        notes: [...notes, ...turned.flatMap((each) => each.notes)],
      };
    };
    if (tables.has('auth.users'))
      for await (const users of tables.rows('auth.users')) {
        for (const user of users) seen.add(idOfRow(user, 'id'));
        yield turn(
          await gather(
            tables,
            users.map((user) => ({ id: idOfRow(user, 'id'), user, profile: null, customer: null })),
          ),
        );
      }
    for (const table of PROFILES) {
      if (!tables.has(table)) continue;
      for await (const rows of tables.rows(table)) {
        const alone = rows.filter((row) => !seen.has(profileOwner(row)) && profileOwner(row) !== '');
        const first = alone.filter(
          (row, at) => alone.findIndex((each) => profileOwner(each) === profileOwner(row)) === at,
        );
        for (const row of first) seen.add(profileOwner(row));
        yield turn(
          await gather(
            tables,
            first.map((profile) => ({ id: profileOwner(profile), user: null, profile, customer: null })),
          ),
        );
      }
    }
    if (!tables.has('customers')) return;
    for await (const rows of tables.rows('customers')) {
      const alone = rows.filter((row) => {
        const email = emailOf(textOf(row, 'email'));
        return !seen.has(customerOwner(row)) && (email === null || !firstWith.has(email));
      });
      for (const row of alone) seen.add(customerOwner(row));
      yield turn(
        await gather(
          tables,
          alone.map((customer) => ({ id: customerOwner(customer), user: null, profile: null, customer })),
        ),
      );
    }
  };
}

const customerOwner = (row: Row) => idOfRow(row, 'user_id', 'id');

type Found = { id: string; user: Row | null; profile: Row | null; customer: Row | null };

type Gathered = { people: PersonRows[]; notes: Note[] };

/** Looks up what else is known of these people. */
async function gather(tables: FormerTables, found: readonly Found[]): Promise<Gathered> {
  const ids = found.map(({ id }) => id);
  const { related, notes } = lookUps(tables, 'person');
  const emails = found.flatMap(({ user, profile, customer }) =>
    textOf(user ?? profile ?? customer ?? undefined, 'email') === ''
      ? []
      : [
          textOf(user ?? profile ?? customer ?? undefined, 'email')
            .trim()
            .toLowerCase(),
        ],
  );
  // One after the other: they share a connection.
  const look = (table: FormerTable, columns: readonly string[], values = ids) =>
    related(table, columns, values);
  const profiles = await look('profiles', ['id', 'user_id']);
  const others = await look('customer_profiles', ['id', 'user_id']);
  const customers = await look('customers', ['id', 'user_id', 'lower:email'], [...ids, ...emails]);
  const roles = await look('user_roles', ['user_id']);
  const preferences = await look('user_preferences', ['user_id']);
  const identities = await look('auth.identities', ['user_id']);
  const owned = group([...profiles, ...others], profileOwner);
  const listedOf = group(customers, customerOwner);
  const byEmail = group(customers, (row) => textOf(row, 'email').trim().toLowerCase());
  const rolesOf = group(roles, (row) => idOfRow(row, 'user_id'));
  const preferencesOf = group(preferences, (row) => idOfRow(row, 'user_id'));
  const identitiesOf = group(identities, (row) => idOfRow(row, 'user_id'));
  const people = found.map(({ id, user, profile, customer }) => {
    const own = owned.get(id) ?? (profile ? [profile] : []);
    const rows: PersonRows = {
      ...{ id, user, profiles: own },
      customers: [],
      roles: rolesOf.get(id) ?? [],
      preferences: preferencesOf.get(id)?.[0] ?? null,
      identities: identitiesOf.get(id) ?? [],
    };
    const [email = ''] = emailsOf(rows);
    const entries = new Set([...(listedOf.get(id) ?? []), ...(byEmail.get(email) ?? [])]);
    return { ...rows, customers: customer ? [customer] : [...entries] };
  });
  return { people, notes };
}

/** Looks up what a batch refers to. What is beyond the limit of a lookup is named in the batch’s notes. */
function lookUps(tables: FormerTables, kind: RecordKind) {
  const notes: Note[] = [];
  return {
    notes,
    async related(
      table: FormerTable,
      columns: readonly string[],
      values: readonly string[],
    ): Promise<readonly Row[]> {
      if (!tables.has(table) || values.length === 0) return [];
      const { rows, left } = await tables.related(table, columns, values);
      if (left > 0)
        notes.push({
          ...{ kind, isLeftOut: true, rows: left },
          sourceId: `${table}, ${formatNumber(left)} rows`,
          reason: `More rows of ${table} belong together than one lookup reads: the others are left out`,
        });
      return rows;
    },
  };
}

const group = (rows: readonly Row[], by: (row: Row) => string) => Map.groupBy(rows, by);

async function* readOrders(tables: FormerTables, now: Date): AsyncIterable<ReadBatch<'order'>> {
  if (!tables.has('orders')) return;
  // Two orders may have one number: lines that name it are the first one's.
  const claimed = new Set<string>();
  for await (const rows of tables.rows('orders')) {
    const ids = rows.flatMap(orderIdsOf);
    const { related, notes } = lookUps(tables, 'order');
    const items = group(await related('order_items', ['order_id'], ids), (row) => idOfRow(row, 'order_id'));
    const named = rows.map((row) => idOfRow(row, 'reservation_id')).filter((id) => id !== '');
    const reservations = new Map(
      (await related('pickup_reservations', ['id'], named)).map((row) => [idOfRow(row, 'id'), row]),
    );
    const turned = rows.map((order) => {
      const own = orderIdsOf(order).filter((id) => !claimed.has(id));
      for (const id of own) claimed.add(id);
      return orderOf(
        { order, items: [...new Set(own)].flatMap((id) => items.get(id) ?? []), reservations },
        now,
      );
    });
    yield {
      records: turned.flatMap(({ record }) => record ?? []),
      notes: [...notes, ...turned.flatMap((each) => each.notes)],
    };
  }
}

/** Those that no order has: the others are lines. */
async function* readReservations(tables: FormerTables, now: Date): AsyncIterable<ReadBatch<'reservation'>> {
  if (!tables.has('pickup_reservations')) return;
  for await (const rows of tables.rows('pickup_reservations')) {
    const ids = rows.map((row) => idOfRow(row, 'id'));
    const { related, notes } = lookUps(tables, 'reservation');
    const users = [
      ...(await related('order_items', ['reservation_id'], ids)),
      ...(await related('orders', ['reservation_id'], ids)),
    ];
    const used = new Set(users.map((row) => idOfRow(row, 'reservation_id')));
    const turned = rows.filter((row) => !used.has(idOfRow(row, 'id'))).map((row) => reservationOf(row, now));
    yield {
      records: turned.flatMap(({ record }) => record ?? []),
      notes: [...notes, ...turned.flatMap((each) => each.notes)],
    };
  }
}

async function* readPhotos(tables: FormerTables): AsyncIterable<ReadBatch<'photo'>> {
  const seen = new Set<string>();
  for (const table of PROFILES) {
    if (!tables.has(table)) continue;
    for await (const rows of tables.rows(table)) {
      const turned = rows.flatMap((row) => PHOTOS.map((each) => photoOf(row, each, seen)));
      yield {
        records: turned.flatMap(({ records }) => records),
        notes: turned.flatMap(({ notes }) => notes),
      };
    }
  }
}
