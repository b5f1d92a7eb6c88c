/** The lists of people over fifty thousand customers: every one of their statements uses an index. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ageQueueList } from '#core/accounts/customers/age-queue.ts';
import { selectCases, waitingCases } from '#core/accounts/customers/age-queue-queries.server.ts';
import {
  countProfiles,
  findPeople,
  peopleCalled,
} from '#core/accounts/customers/people-search-queries.server.ts';
import { database, databasePool } from '#db/client.ts';
import { type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import type { Position } from '#kernel/list-state.ts';
import { userList } from '#office/users/user-list.ts';
import { selectUsers, usersOf } from '#office/users/users-queries.server.ts';
import { fillCustomers } from '#seed/bulk/fill-customers.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { customerList } from './customer-list.ts';
import { customersOf, peopleKeyset, selectCustomers } from './customers-queries.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  for (const role of ['admin', 'staff', 'staff'] as const) await aPerson(fresh.db, { role });
  await fillCustomers(50_000, 3, () => undefined, new Date());
  await fresh.db.execute(sql`update customer_profiles set license_id_hash = md5(user_id::text), license_verified = random() < 0.5
    where random() < 0.3`);
  await fresh.db.execute(sql`vacuum analyze customer_profiles, users, user_roles`);
}, 180_000);
afterAll(() => fresh.stop());

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };

/** What the plan reads: whole tables of people, indexes, and how many blocks of data. */
async function planOf(statement: { sql: string; params: unknown[] }) {
  const { rows } = await databasePool().query(
    `explain (analyze, buffers, format json) ${statement.sql}`,
    statement.params,
  );
  type Blocks = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan & Blocks }];
  const steps: Plan[] = [];
  const walk = (step: Plan) => {
    steps.push(step);
    for (const inner of step.Plans ?? []) walk(inner);
  };
  walk(plan);
  return {
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    wholeTables: steps
      .filter((step) => step['Node Type'] === 'Seq Scan')
      .map((step) => step['Relation Name'])
      .filter((table) => table === 'customer_profiles' || table === 'users'),
    indexes: steps.flatMap((step) => step['Index Name'] ?? []),
  };
}

/** The statement of a page as the list's keyset makes it. */
async function statementOf(
  keyset: ReturnType<typeof peopleKeyset>,
  position: Position | null,
  build: (query: KeysetQuery) => { toSQL(): { sql: string; params: unknown[] } },
) {
  let built = { sql: '', params: [] as unknown[] };
  await readKeysetPage<{ key: string[] }>(keyset, position, 25, (query) => {
    built = build(query).toSQL();
    return Promise.resolve([]);
  });
  return built;
}

const query = (text: string) => new URLSearchParams(text);
const lists: Record<
  string,
  (text: string) => { sort: string; matching: SQL | undefined; select: typeof selectAny }
> = {
  customers: (text) => {
    const state = customerList.parse(query(text));
    return {
      sort: state.sort,
      matching: customersOf(state),
      select: (where, page) => selectCustomers(database(), where, page),
    };
  },
  users: (text) => {
    const state = userList.parse(query(text));
    return { sort: state.sort, matching: usersOf(state), select: selectUsers as typeof selectAny };
  },
  'age-verification': (text) => {
    const state = ageQueueList.parse(query(text));
    return { sort: state.sort, matching: waitingCases(state), select: selectCases as typeof selectAny };
  },
};
declare function selectAny(
  matching: SQL | undefined,
  query: KeysetQuery,
): { toSQL(): { sql: string; params: unknown[] } };

test.each([
  ['customers', '', 'customer_profiles_joined_idx'],
  ['customers', 'sort=name', 'customer_profiles_by_name_idx'],
  ['customers', 'banned=yes', 'customer_profiles_banned_idx'],
  ['users', '', 'customer_profiles_joined_idx'],
  // Few people are staff, so their profiles are found one by one.
  ['users', 'role=admin', 'customer_profiles_pkey'],
  ['users', 'role=staff&sort=name', 'customer_profiles_pkey'],
  ['users', 'role=user', 'customer_profiles_joined_idx'],
  ['users', 'license=pending', 'customer_profiles_license_idx'],
  ['age-verification', '', 'customer_profiles_joined_idx'],
  ['age-verification', 'proof=complete', 'customer_photos_kept_key'],
])('the list %s?%s reads %s and no whole table', async (list, text, index) => {
  const { sort, matching, select } = lists[list]?.(text) ?? expect.fail('no such list');
  const plan = await planOf(await statementOf(peopleKeyset(sort), null, (page) => select(matching, page)));
  expect(plan.wholeTables).toEqual([]);
  expect(plan.indexes).toContain(index);
});

test.each([
  ['xylophon', ['customer_profiles_name_idx', 'users_email_idx']],
  ['(914) 555-9999', ['customer_profiles_phone_idx']],
])('a search for %s reads its indexes and no whole table', async (text, indexes) => {
  const plan = await planOf(peopleCalled(text).limit(2000).toSQL());
  expect(plan.wholeTables).toEqual([]);
  expect(plan.indexes).toEqual(expect.arrayContaining(indexes));
});

test('people found by a search are listed on the page, few or many', async () => {
  const called = sql`full_name ilike '%quillfeather%'`;
  await fresh.db.execute(sql`update customer_profiles set full_name = 'Quillfeather ' || full_name
    where user_id in (select user_id from customer_profiles
      where user_id not in (select user_id from user_roles) order by user_id limit 3)`);
  const listed = async (text: string) => {
    const found = await findPeople(text);
    const matching = customersOf(customerList.parse(query(`find=${text}`)), found);
    return { found, count: await countProfiles(matching, found) };
  };
  const few = await listed('quillfeather');
  const ids = await fresh.db.select({ id: customerProfiles.userId }).from(customerProfiles).where(called);
  expect(few.found).toEqual({ ids: expect.arrayContaining(ids.map(({ id }) => id)) });
  expect(few.count).toBe(3);
  const many = await listed('e');
  expect(many).toEqual({ found: { isMany: true }, count: { over: 1000 } });
  expect((await listed('nobody is called so')).count).toBe(0);
});

test.each(['customers', 'users'])('a deep page of %s reads as much as the first', async (list) => {
  const { sort, matching, select } = lists[list]?.('') ?? expect.fail('no such list');
  const [deep] = await fresh.db
    .select({ key: sql<string[]>`array[created_at::text, user_id::text]` })
    .from(customerProfiles)
    .orderBy(customerProfiles.createdAt)
    .offset(1000)
    .limit(1);
  const blocksAt = async (at: Position | null) =>
    (await planOf(await statementOf(peopleKeyset(sort), at, (page) => select(matching, page)))).blocks;
  const first = await blocksAt(null);
  expect(first).toBeLessThan(500);
  expect(await blocksAt({ direction: 'after', key: deep?.key ?? [] })).toBeLessThan(first * 1.5);
});

test('the age queue reads only the few who wait, in a shop that has decided on almost everyone', async () => {
  // The newest wait; the others were approved long ago, the last five thousand with a photo that is still stored.
  await fresh.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`update customer_profiles set age_decided_at = now(), is_verified_over21 = true
      where user_id not in (select user_id from customer_profiles order by created_at desc, user_id desc limit 100)`);
    await tx.execute(sql`update customer_profiles set age_decided_at = null, is_verified_over21 = null
      where user_id in (select user_id from customer_profiles order by created_at desc, user_id desc limit 100)`);
  });
  await fresh.db.execute(sql`insert into customer_photos (id, user_id, kind, state, file_key, content_type, key_id, created_at)
    select gen_random_uuid(), user_id, 'license', 'kept', 'photos/' || user_id, 'image/jpeg', 'key',
      now() + case when at <= 5 then interval '1 minute' else interval '-1 day' end
    from (select user_id, row_number() over (order by created_at desc, user_id desc) at from customer_profiles
      where is_verified_over21 order by created_at desc, user_id desc limit 5000) approved`);
  await fresh.db.execute(sql`vacuum analyze customer_profiles, customer_photos`);
  const { sort, matching, select } = lists['age-verification']?.('') ?? expect.fail('no such list');
  const plan = await planOf(await statementOf(peopleKeyset(sort), null, (page) => select(matching, page)));
  expect(plan.wholeTables).toEqual([]);
  expect(plan.indexes).toContain('customer_profiles_undecided_idx');
  expect(await countProfiles(matching, null)).toBe(105);
});
