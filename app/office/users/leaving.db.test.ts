/** A person at work leaves: nothing open names them afterward, also when others act at the same time. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStoreToken } from '#core/accounts/api-tokens/create-token.server.ts';
import { readActorOfApiToken } from '#core/accounts/api-tokens/token-actor.server.ts';
import { shareTablet } from '#core/accounts/identity/pins/share-tablet.server.ts';
import { changeRole } from '#core/accounts/identity/staff/change-role.server.ts';
import { endWork } from '#core/accounts/identity/staff/end-work.server.ts';
import { inviteStaff } from '#core/accounts/identity/staff/invite-staff.server.ts';
import type { LeavingInput } from '#core/accounts/identity/staff/leaving.ts';
import { startCount } from '#core/goods/counts/start-count.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { saveView } from '#core/ground/saved-views/save-view.server.ts';
import { changeCharge } from '#core/sales/cash-desk/change-charge.server.ts';
import { openCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { countDrawer } from '#core/sales/cash-desk/count-drawer.server.ts';
import { expectedOf } from '#core/sales/cash-desk/drawer.ts';
import { drawerCash, openSession } from '#core/sales/cash-desk/drawer-cash-queries.server.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { recordEntry } from '#core/sales/cash-desk/record-entry.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { inTransaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { charges, drawerSessions } from '#db/schema/cash-desk.ts';
import { categories } from '#db/schema/catalogue.ts';
import { sessions, staffPins, userRoles } from '#db/schema/identity.ts';
import { notifications } from '#db/schema/notifications.ts';
import { orders } from '#db/schema/orders.ts';
import { savedViews } from '#db/schema/saved-views.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { aToken } from '#tests/support/api.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { someoneWaitsForLock } from '#tests/support/lock-waits.ts';
import { anOrder, bringTo, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { partsOfLeaving } from './parts-of-leaving.server.ts';

const fresh = freshShop(afterAll);
let ada: SignedIn;
let jar: number;
beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  jar = await aProduct(fresh.db, { onHand: 500, limitMg: 1 });
});

const usual = { drawerTo: null, chargeTo: null, tokens: 'revoke', webhooks: 'transfer' } as const;
const leave = (who: SignedIn, more: Partial<LeavingInput> = {}, by = ada) =>
  endWork(by, { userId: who.userId, ...usual, ...more }, partsOfLeaving);

async function done<T extends { ok: boolean }>(outcome: Promise<T>): Promise<T> {
  const said = await outcome;
  if (!said.ok) throw new Error(JSON.stringify(said));
  return said;
}

/** Columns that name a person at work while a row is open, with what makes it so. */
const open: Readonly<Record<string, SQL | null>> = {
  'api_tokens.user_id': sql`for_store`,
  'charges.person_id': sql`ended_at is null`,
  'count_sheets.started_by': sql`closed_at is null`,
  'drawer_sessions.holder_id': sql`closed_at is null`,
  'orders.packer_id': sql`status in ('pending', 'confirmed', 'packing')`,
  'saved_views.owner_id': null,
  'sessions.user_id': null,
  'shared_tablets.set_up_by': null,
  'staff_invitations.invited_by': null,
  'staff_pins.user_id': null,
  'user_roles.user_id': sql`role <> 'user'`,
  'webhook_endpoints.responsible_id': null,
};

/** Columns that name a person at work in a record of what they did, or for what ends by itself. */
const records = new Set(
  `audit_log.actor_id book_closings.closed_by book_reopenings.reopened_by cash_corrections.corrected_by
  closures.created_by content_versions.published_by count_rows.counted_by counter_tablets.user_id
  customer_notes.author_id day_closings.closed_by drawer_counts.counted_by drawer_counts.next_id
  drawer_entries.entered_by drawer_sessions.closed_by drawer_sessions.opened_by dropped_files.actor_id
  events.actor_id hand_over_settlements.settled_by hand_overs.handed_over_by id_checks.checked_by
  lots.quarantined_by offline_actions.user_id order_receipts.requested_by orders.paid_by
  outage_entries.entered_by packed_units.packed_by product_batches.actor_id product_imports.actor_id
  price_corrections.started_by promotions.created_by promotions.sent_by put_backs.done_by recalls.created_by refunds.refunded_by
  refused_hand_overs.handed_over_by sales_corrections.person_id sales_deltas.person_id session_ends.user_id
  settings_versions.changed_by shop_connections.updated_by state_acts.ended_by state_comparisons.started_by
  state_files.uploaded_by state_lots.made_by state_outages.declared_by state_reporting.changed_by
  stock_ledger.actor_id store_settings.updated_by walk_ins.checked_by waste.destroyed_by waste.recorded_by
  waste.second_id waste.witness_id`.split(/\s+/),
);

/** Other columns of ids: of customers, and of things. */
const others =
  /\.(id|key|\w*(event|batch|order|reservation|sign_up|import|count|lease|session|token|made|picker|call_key)(_id)?|call_key)$|^(store_dates\.next_id|walk_in_ids\.user_id)$/;

/** Which of the open columns name the person. */
async function namesIn(userId: string): Promise<string[]> {
  const found: string[] = [];
  for (const [column, isOpen] of Object.entries(open)) {
    const [table = '', name = ''] = column.split('.');
    const { rows } = await fresh.db.execute(
      sql`select from ${sql.identifier(table)} where ${sql.identifier(name)} = ${userId} and ${isOpen ?? sql`true`}`,
    );
    if (rows.length > 0) found.push(column);
  }
  return found;
}

async function anOrderToPack(who: SignedIn): Promise<string> {
  const number = await anOrder(await aPerson(fresh.db), [[jar, 1]]);
  await done(startPacking(who, { orderId: number, takeOver: false }));
  return number;
}

const aView = (owner: SignedIn, name: string, shared: boolean) =>
  done(saveView(owner, { list: 'orders', name, query: 'status=ready', shared }));

/** An admin who holds one of everything. */
async function withEverything(name: string) {
  const sam = await aPerson(fresh.db, { role: 'admin', name });
  await done(openDrawer(sam, { key: randomUUID(), amount: 20_000, pieces: null }));
  const charge = await openCharge(fresh.db);
  await done(changeCharge(sam, { key: randomUUID(), personId: sam.userId, seenId: charge?.id ?? null }));
  const packing = await anOrderToPack(sam);
  const ready = await anOrder(await aPerson(fresh.db), [[jar, 1]]);
  await bringTo(sam, ready, 'ready');
  const [category] = await fresh.db.insert(categories).values({ name, slug: randomUUID() }).returning();
  await aProduct(fresh.db, { categoryId: category?.id ?? 0, name: `Jar ${randomUUID()}` });
  await done(startCount(sam, category?.id ?? null));
  await done(shareTablet(sam, 'Front'));
  await done(createStoreToken(sam, { name: 'Partner', days: 30, scopes: ['menu.read'] }));
  const token = await aToken(fresh.db, sam, { scopes: ['menu.read'], forStore: true });
  const own = await aToken(fresh.db, sam, { scopes: ['own-orders.read'], forStore: false });
  await fresh.db.insert(webhookEndpoints).values({
    ...{ name: 'Menu board', url: 'https://p.example', types: ['x'], secret: 'x', responsibleId: sam.userId },
  });
  await aView(sam, `Mine of ${name}`, false);
  await aView(sam, `Ready ${name}`, true);
  await done(inviteStaff(sam, { email: `${randomUUID()}@example.com`, role: 'staff' }));
  await fresh.db.insert(staffPins).values({ userId: sam.userId, hash: 'x' });
  await signedIn(fresh.db, sam);
  return { sam, packing, ready, token, own };
}

const leftEntry = async (who: SignedIn) => {
  const [entry] = await fresh.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, who.userId), eq(auditLog.action, 'staff.left')));
  return entry;
};
/** Ada counts and closes it. */
async function endDrawer(): Promise<void> {
  const drawer = await openSession(fresh.db);
  if (!drawer) return;
  const amount = expectedOf(await drawerCash(fresh.db, drawer));
  const count = { key: randomUUID(), sessionId: drawer.id, amount, pieces: null, next: null };
  await done(countDrawer(ada, { ...count, after: undefined }));
}
const roleOf = async (who: SignedIn) =>
  (await fresh.db.select().from(userRoles).where(eq(userRoles.userId, who.userId)))[0]?.role;

test('every column that names a person at work is known: what is open is passed on, the rest is a record', async () => {
  const { rows } = await fresh.db.execute<{ name: string }>(sql`
    select pg_class.relname || '.' || attname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'uuid'::regtype and attnum > 0
      and not attisdropped and not exists (
        select from pg_constraint where conrelid = attrelid and contype = 'f' and attnum = any(conkey))`);
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(80);
  expect(names.filter((name) => !(name in open) && !records.has(name) && !others.test(name))).toEqual([]);
  expect([...records].filter((name) => !names.includes(name))).toEqual([]);
});

describe('leaving', () => {
  test('passes on or ends all that a person holds, in one entry, and nothing open names them', async () => {
    const { sam, packing, ready, token, own } = await withEverything('Sam Field');
    const bea = await aPerson(fresh.db, { role: 'staff', name: 'Bea Counter' });
    expect((await namesIn(sam.userId)).toSorted()).toEqual(Object.keys(open).toSorted());
    const drawer = { kind: 'pay-out', amount: 3_300, reason: 'Ice', key: randomUUID() } as const;
    const [session] = await fresh.db.select().from(drawerSessions);
    await done(recordEntry(sam, { ...drawer, sessionId: session?.id ?? '' }));

    const told = { userId: sam.userId, type: 'account', title: 'x', message: 'x' } as const;
    await fresh.db.insert(notifications).values([
      { ...told, path: '/admin/what-went-on?day=2026-11-29' },
      { ...told, path: '/orders/ORD001' },
    ]);

    await done(leave(sam, { drawerTo: bea.userId, chargeTo: bea.userId }));

    expect(await namesIn(sam.userId)).toEqual([]);
    expect(await leftEntry(sam)).toMatchObject({
      ...{ actorId: ada.userId, before: { role: 'Admin' } },
      after: {
        ...{ role: 'User', sessionsEnded: 2, tabletsUnshared: ['Front'], ordersFreed: [packing] },
        ...{ inCharge: 'Bea Counter', nextHolder: 'Bea Counter', expectedInCents: 16_700 },
        ...{ countsPassedOn: ['Sam Field'], webhooksPassedOn: ['Menu board'] },
        viewsPassedOn: ['Ready Sam Field'],
      },
    });
    // The drawer, who packed what is ready, and what was counted stay on record.
    expect(await fresh.db.select().from(drawerSessions)).toMatchObject([
      { holderId: bea.userId, holderName: 'Bea Counter', openedByName: 'Sam Field', closedAt: null },
    ]);
    expect(await storedOrder(fresh.db, ready)).toMatchObject({ packerName: 'Sam Field' });
    expect(await storedOrder(fresh.db, packing)).toMatchObject({ packerId: null, packerName: null });
    await done(startPacking(bea, { orderId: packing, takeOver: false }));
    // Their bell has what is about their own orders.
    const bell = await fresh.db.select().from(notifications).where(eq(notifications.userId, sam.userId));
    expect(bell.map(({ path }) => path)).toEqual(['/orders/ORD001']);
    for (const secret of [token, own]) expect(await readActorOfApiToken(secret)).toEqual(guest);
    await endDrawer();
  });

  test('leaves nothing behind, whichever of it a person holds', async () => {
    const each: ((who: SignedIn) => Promise<unknown>)[] = [
      anOrderToPack,
      (who) => shareTablet(who, 'Back'),
      (who) => createStoreToken(who, { name: 'Feed', days: 30, scopes: ['menu.read'] }),
      (who) => aView(who, 'Late ones', true),
      (who) => inviteStaff(who, { email: `${randomUUID()}@example.com`, role: 'staff' }),
    ];
    for (let held = 0; held < 2 ** each.length; held += 3) {
      const who = await aPerson(fresh.db, { role: held % 2 ? 'staff' : 'admin' });
      for (const [at, take] of each.entries()) if (held & (2 ** at)) await take(who);
      await done(leave(who));
      expect(await namesIn(who.userId)).toEqual([]);
    }
  });

  test('lets tokens live under the name of the admin, and turns webhooks off, if the admin chooses so', async () => {
    const sam = await aPerson(fresh.db, { role: 'admin', name: 'Sam Second' });
    // Older than the role of the admin: such a token counts for no one unless it is passed on.
    const createdAt = new Date(Date.now() - 3_600_000);
    const token = await aToken(fresh.db, sam, { scopes: ['menu.read'], forStore: true, createdAt });
    const [endpoint] = await fresh.db
      .insert(webhookEndpoints)
      .values({ name: 'Off', url: 'https://q.example', types: ['x'], secret: 'x', responsibleId: sam.userId })
      .returning();
    await done(leave(sam, { tokens: 'transfer', webhooks: 'turn-off' }));
    expect(await readActorOfApiToken(token)).toMatchObject({ userId: ada.userId });
    const now = await fresh.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpoint?.id ?? ''));
    expect(now).toMatchObject([{ stopped: 'staff', responsibleId: ada.userId }]);
    expect(await leftEntry(sam)).toMatchObject({
      after: { tokensPassedOn: [expect.any(String)], webhooksTurnedOff: ['Off'] },
    });
  });

  test('a shared view whose name the admin uses already gets the name of the person who left', async () => {
    const sam = await aPerson(fresh.db, { role: 'staff', name: 'Sam Third' });
    await aView(ada, 'Today', true);
    await aView(sam, 'Today', true);
    await done(leave(sam));
    const views = await fresh.db.select().from(savedViews).where(eq(savedViews.ownerId, ada.userId));
    expect(views.map(({ name }) => name)).toEqual(expect.arrayContaining(['Today', 'Today (Sam Third)']));
  });

  test('is undone by a role, which brings nothing back', async () => {
    const sam = await aPerson(fresh.db, { role: 'staff', name: 'Sam Fourth' });
    await fresh.db.insert(staffPins).values({ userId: sam.userId, hash: 'x' });
    await done(leave(sam));
    await done(changeRole(ada, { userId: sam.userId, role: 'staff', from: 'user' }));
    expect(await namesIn(sam.userId)).toEqual(['user_roles.user_id']);
  });
});

describe('leaving is refused, and nothing changes,', () => {
  test('to those who may not, in an old sign-in, for oneself, and for who does not work here', async () => {
    const staff = await aPerson(fresh.db, { role: 'staff' });
    const old = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 30 });
    const customer = await aPerson(fresh.db);
    const kindOf = async (who: SignedIn, by: SignedIn) => {
      const outcome = await leave(who, {}, by);
      return outcome.ok ? 'done' : outcome.problem.kind;
    };
    expect(await kindOf(staff, staff)).toBe('not-allowed');
    expect(await kindOf(ada, staff)).toBe('not-allowed');
    expect(await kindOf(ada, customer)).toBe('not-allowed');
    expect(await kindOf(staff, old)).toBe('confirm-first');
    expect(await kindOf(ada, ada)).toBe('own');
    expect(await kindOf(customer, ada)).toBe('not-here');
    expect(await kindOf({ ...staff, userId: randomUUID() }, ada)).toBe('not-found');
    expect(await kindOf({ ...staff, userId: 'x' }, ada)).toBe('not-found');
    expect(await roleOf(staff)).toBe('staff');
    await fresh.db.delete(userRoles).where(eq(userRoles.userId, old.userId));
  });

  test('while a drawer is open that no one takes over, or who may not', async () => {
    const sam = await aPerson(fresh.db, { role: 'staff' });
    const customer = await aPerson(fresh.db);
    await done(openDrawer(sam, { key: randomUUID(), amount: 5_000, pieces: null }));
    const number = await anOrderToPack(sam);
    expect(await leave(sam)).toMatchObject({ problem: { kind: 'drawer-open' } });
    for (const who of [customer, sam])
      expect(await leave(sam, { drawerTo: who.userId })).toMatchObject({
        problem: { kind: 'next-not-found' },
      });
    expect(await namesIn(sam.userId)).toEqual(
      expect.arrayContaining(['orders.packer_id', 'sessions.user_id', 'drawer_sessions.holder_id']),
    );
    expect(await storedOrder(fresh.db, number)).toMatchObject({ packerId: sam.userId });
    expect(await leftEntry(sam)).toBeUndefined();
    await endDrawer();
    await done(leave(sam));
  });
});

describe('at the same moment', () => {
  test('two admins who end each other’s work: one does, the other’s work is over', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [
        await aPerson(fresh.db, { role: 'admin' }),
        await aPerson(fresh.db, { role: 'admin' }),
      ];
      const outcomes = await Promise.all([leave(other, {}, one), leave(one, {}, other)]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      // Whose request has only begun by then has no session any more.
      const lost = outcomes.find(({ ok }) => !ok);
      expect(lost?.ok === false && ['not-allowed', 'confirm-first'].includes(lost.problem.kind)).toBe(true);
      expect([await roleOf(one), await roleOf(other)].toSorted()).toEqual(['admin', 'user']);
      await fresh.db.delete(userRoles).where(eq(userRoles.userId, one.userId));
      await fresh.db.delete(userRoles).where(eq(userRoles.userId, other.userId));
    }
  });

  test('the last two admins cannot both leave', async () => {
    await fresh.db
      .update(userRoles)
      .set({ role: 'staff' })
      .where(sql`role = 'admin' and user_id <> ${ada.userId}`);
    const bea = await aPerson(fresh.db, { role: 'admin' });
    await Promise.all([leave(bea), changeRole(bea, { userId: ada.userId, role: 'user', from: 'admin' })]);
    expect(await fresh.db.select().from(userRoles).where(eq(userRoles.role, 'admin'))).toHaveLength(1);
    await fresh.db.update(userRoles).set({ role: 'admin' }).where(eq(userRoles.userId, ada.userId));
    await fresh.db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.userId, ada.userId));
  });

  test.each([0, 1, 2, 3, 4])('packs, opens a drawer, shares, hands over (round %d)', async () => {
    const sam = await aPerson(fresh.db, { role: 'staff' });
    const ready = await anOrder(await aPerson(fresh.db), [[jar, 1]]);
    await bringTo(ada, ready, 'ready');
    const { version, total } = await storedOrder(fresh.db, ready);
    const numbers = await Promise.all(
      [1, 2, 3].map(async () => anOrder(await aPerson(fresh.db), [[jar, 1]])),
    );
    const id = { idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2190-01-01' } as const;
    const [outcome, handedOver] = await Promise.all([
      leave(sam),
      handOverOrder(sam, ready, {
        ...{ version, ...id, idBirthDate: '1995-06-15', nameMatches: true, cashReceived: total },
      }),
      ...numbers.map((orderId) => startPacking(sam, { orderId, takeOver: false })),
      openDrawer(sam, { key: randomUUID(), amount: 1_000, pieces: null }),
      shareTablet(sam, 'Register'),
      changeCharge(sam, { key: randomUUID(), personId: sam.userId, seenId: null }),
    ]);
    // The drawer came first, and asks for a colleague; or nothing of it came first.
    if (!outcome.ok) {
      expect(outcome.problem.kind).toBe('drawer-open');
      await done(leave(sam, { drawerTo: ada.userId }));
    }
    expect(await namesIn(sam.userId)).toEqual([]);
    // A hand-over is whole or not at all.
    expect((await storedOrder(fresh.db, ready)).status).toBe(handedOver.ok ? 'completed' : 'ready');
    await endDrawer();
  });

  test('an order that they take in the moment before their role is locked is free, too', async () => {
    const sam = await aPerson(fresh.db, { role: 'staff' });
    const number = await anOrder(await aPerson(fresh.db), [[jar, 1]]);
    const { id } = await storedOrder(fresh.db, number);
    let leaving: ReturnType<typeof leave> | undefined;
    await inTransaction(async (tx) => {
      // Holds the role as a command of theirs does at its commit.
      await tx.select().from(userRoles).where(eq(userRoles.userId, sam.userId)).for('share');
      leaving = leave(sam);
      await someoneWaitsForLock(fresh.db);
      await tx.update(orders).set({ packerId: sam.userId, packerName: sam.name }).where(eq(orders.id, id));
    });
    expect((await leaving)?.ok).toBe(true);
    expect(await storedOrder(fresh.db, number)).toMatchObject({ packerId: null });
  });

  test('who puts them in charge goes first, and the charge ends with their work', async () => {
    const sam = await aPerson(fresh.db, { role: 'staff' });
    let leaving: ReturnType<typeof leave> | undefined;
    await inTransaction(async (tx) => {
      await lockAdvisory(tx, 'charge');
      leaving = leave(sam);
      await someoneWaitsForLock(fresh.db);
      const at = { startedAt: new Date(), startedByName: 'Ada Owner' };
      await tx
        .update(charges)
        .set({ endedAt: sql`now()`, endedByName: 'Ada Owner' })
        .where(isNull(charges.endedAt));
      await tx
        .insert(charges)
        .values({ key: randomUUID(), personId: sam.userId, personName: sam.name, ...at });
    });
    expect((await leaving)?.ok).toBe(true);
    expect(await namesIn(sam.userId)).toEqual([]);
  });

  test('a count that hands the drawer over goes first or after, and the drawer has one holder', async () => {
    for (let round = 0; round < 4; round++) {
      const sam = await aPerson(fresh.db, { role: 'staff' });
      const bea = await aPerson(fresh.db, { role: 'staff' });
      await done(openDrawer(sam, { key: randomUUID(), amount: 5_000, pieces: null }));
      const [drawer] = await fresh.db.select().from(drawerSessions).where(sql`closed_at is null`);
      const count = { key: randomUUID(), sessionId: drawer?.id ?? '', amount: 5_000, pieces: null };
      await Promise.all([
        leave(sam, { drawerTo: ada.userId }),
        countDrawer(sam, { ...count, next: bea.userId, after: undefined }),
      ]);
      expect(await namesIn(sam.userId)).toEqual([]);
      const left = await fresh.db.select().from(drawerSessions).where(sql`closed_at is null`);
      expect([ada.userId, bea.userId]).toContain(left[0]?.holderId);
      expect(left).toHaveLength(1);
      await endDrawer();
    }
  });

  test('nothing of it is saved before all of it, so a process that is killed leaves everything as it was', async () => {
    const { sam } = await withEverything('Sam Cut');
    const before = await namesIn(sam.userId);
    let leaving: Promise<unknown> = Promise.resolve();
    await inTransaction(async (tx) => {
      await tx.select().from(userRoles).where(eq(userRoles.userId, sam.userId)).for('share');
      leaving = leave(sam, { drawerTo: ada.userId }).catch((error: unknown) => error);
      // For the role, which is the last lock: every part is written by then.
      await someoneWaitsForLock(fresh.db);
      const { rows } = await fresh.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows).toHaveLength(1);
      expect((await namesIn(sam.userId)).toSorted()).toEqual(before.toSorted());
    });
    await leaving;
    if ((await namesIn(sam.userId)).length > 0) await done(leave(sam, { drawerTo: ada.userId }));
    expect(await namesIn(sam.userId)).toEqual([]);
    await endDrawer();
  });
});

test('no deadlock came of any of it', async () => {
  const { rows } = await fresh.db.execute<{ deadlocks: string }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  expect(Number(rows[0]?.deadlocks)).toBe(0);
});
