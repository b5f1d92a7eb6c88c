/**
 * A Saturday at the counter, over HTTP against running applications: customers reserve, two members of staff on two
 * tablets pack by scans, hand over, refuse and sell to walk-ins, a lot is recalled at noon, one tablet is without a network
 * for a while, bags are put back, and the drawer is closed without knowing what it should hold. Requests that get no
 * answer are sent again, as pages do.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { nextToPack } from '#core/sales/orders/packing/unit-to-pack.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { readPackingOrder } from '#counter/packing/packing-queries.server.ts';
import type { Database } from '#db/client.ts';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import { sessions } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots, productStock, putBacks, stockLedger } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { awayTablet } from './offline-tablet.ts';
import { aPerson, aProduct, signedIn } from './people.ts';
import { aRecallOf } from './recalls.ts';
import { inParallel, postForm } from './requests.ts';
import { aSlot, openShop } from './shop.ts';

export type SaturdayShop = {
  db: Database;
  /** The applications that answer now; a killed one is started again by the test. */
  origins: () => readonly string[];
};

export type Closing = {
  /** Orders by how they ended. */
  ended: Readonly<Record<string, number>>;
  /** Actions that waited on the tablet: how many were sent, and why others were refused. */
  sent: number;
  refused: readonly string[];
  walkIns: number;
  /** Cents that were counted, and the drawer's number. */
  counted: number;
  drawer: { expected: number | null; counted: number | null; isClosed: boolean };
  /** Cents of orders whose hand-over was answered, and of refunds. */
  taken: number;
  returned: number;
};

const FLOAT = 20_000;
const PRODUCTS = 8;
/** How long a request is repeated, in milliseconds. */
const PATIENCE = 120_000;

export type Tablet = { staff: SignedIn; cookie: string; at: number };
type Fate = 'taken' | 'refused' | 'missed';

/** @param during is called once, in the middle of the day */
export async function runSaturday(
  shop: SaturdayShop,
  customers: number,
  during: () => Promise<void> = async () => undefined,
): Promise<Closing> {
  const day = await openDay(shop, customers);
  const [kim, lee] = day.tablets;
  const cash = new Cash();
  const send = sender(shop);
  await send(kim, '/counter/cash', { intent: 'open', key: newId(), amount: '200' });
  const { id: sessionId } = await openDrawer(shop.db);

  const numbers = await placeAll(shop, day);
  const half = Math.floor(numbers.length / 2);
  const serve = (queue: readonly string[]) => serveAll({ shop, send, cash, sessionId }, queue, [kim, lee]);
  await Promise.all([serve(numbers.slice(0, half)), during()]);
  await recallAtNoon(day);
  const held = numbers.slice(half, half + Math.max(6, Math.floor(customers / 10)));
  const outage = await withoutNetwork({ shop, send }, lee, kim, held);
  await serve(numbers.slice(half));
  const walkIns = await sellToWalkIns({ shop, send, cash }, lee, Math.ceil(customers / 10));
  const returned = await refundSome({ shop, send, cash }, day.admin, Math.ceil(customers / 50));
  await endDay({ shop, send }, kim, numbers);
  const counted = cash.inDrawer;
  await send(kim, '/counter/cash/count', {
    ...{ intent: 'count', key: newId(), sessionId, amount: (counted / 100).toFixed(2) },
  });
  const [drawer] = await shop.db.select().from(drawerSessions).where(eq(drawerSessions.id, sessionId));
  const ended = await shop.db.execute<{ status: string; many: number }>(
    sql`select status, count(*)::int as many from orders group by status`,
  );
  return {
    ended: Object.fromEntries(ended.rows.map(({ status, many }) => [status, many])),
    ...outage,
    ...{ walkIns, counted, taken: cash.taken, returned },
    drawer: {
      expected: drawer?.expected ?? null,
      counted: drawer?.counted ?? null,
      isClosed: drawer?.closedAt != null,
    },
  };
}

/** What is in the drawer, as a person who counts it finds it. Cents. */
class Cash {
  taken = 0;
  out = 0;
  get inDrawer(): number {
    return FLOAT + this.taken - this.out;
  }
}

export type Send = ReturnType<typeof sender>;
type Work = { shop: SaturdayShop; send: Send; cash: Cash; sessionId: string };

/** Posts a form until it is answered; some are sent twice at once, as by an impatient finger. */
export function sender(shop: SaturdayShop) {
  let nth = 0;
  const once = async ({ cookie, at }: Tablet, path: string, fields: Record<string, string>) => {
    const until = performance.now() + PATIENCE;
    for (;;) {
      const origins = shop.origins();
      const origin = origins[at % origins.length];
      try {
        if (!origin) throw new Error('no application answers');
        const answer = await postForm({ origin }, path, fields, { cookie });
        const text = await answer.text();
        if (answer.status < 500)
          return { status: answer.status, text, to: answer.headers.get('location') ?? '' };
        if (performance.now() > until)
          throw new Error(`${path} answers ${answer.status}: ${text.slice(0, 300)}`);
      } catch (error) {
        if (performance.now() > until) throw error;
      }
      await pause(150);
    }
  };
  return async (tablet: Tablet, path: string, fields: Record<string, string>) => {
    nth += 1;
    if (nth % 9 !== 0 || !('key' in fields)) return once(tablet, path, fields);
    const [first] = await Promise.all([once(tablet, path, fields), once(tablet, path, fields)]);
    return first;
  };
}

/** Reads what a page would show; a database that is down is asked again. */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(150);
    }
  }
}

type Day = {
  tablets: [Tablet, Tablet];
  admin: SignedIn;
  shoppers: string[];
  products: number[];
  recalled: number;
};

/** A shop that is open around the clock, each product with two lots, the first of which is small. */
async function openDay({ db }: SaturdayShop, customers: number): Promise<Day> {
  await openShop(db);
  const around = [{ opens: '00:00', closes: '23:59' }];
  const weekly = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, around]));
  await db
    .update(storeSettings)
    .set({ value: sql`value || ${JSON.stringify({ weekly, nightPermitted: true })}::jsonb` })
    .where(eq(storeSettings.name, 'pickup'));
  invalidateSettings();
  const products: number[] = [];
  for (let nth = 0; nth < PRODUCTS; nth++) {
    const id = await aProduct(db, { name: `Jar ${nth}`, onHand: 10, limitMg: 1 });
    await db
      .update(lots)
      .set({ batchNumber: `B-${id}-1` })
      .where(eq(lots.productId, id));
    await addLot(db, id, customers * 4);
    products.push(id);
  }
  const tablet = async (name: string, at: number): Promise<Tablet> => {
    const staff = await aPerson(db, { role: 'staff', name });
    return { staff, at, cookie: `age_verified=1; ${await signedIn(db, staff)}` };
  };
  const shoppers = await inParallel(Array.from({ length: customers }), 4, async (_: unknown) =>
    signedIn(db, await aPerson(db)),
  );
  const [first = 0] = products;
  const [lot] = await db
    .select()
    .from(lots)
    .where(eq(lots.batchNumber, `B-${first}-1`));
  return {
    ...{ shoppers, products, recalled: lot?.id ?? 0 },
    tablets: [await tablet('Kim Reyes', 0), await tablet('Lee Ford', 1)],
    admin: await aPerson(db, { role: 'admin', name: 'Ada Owner' }),
  };
}

export async function addLot(db: Database, productId: number, onHand: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [lot] = await tx
      .insert(lots)
      .values({ productId, batchNumber: `B-${productId}-2`, testStatus: 'TestPassed', onHand })
      .returning({ id: lots.id });
    await tx
      .update(productStock)
      .set({ onHand: sql`${productStock.onHand} + ${onHand}` })
      .where(eq(productStock.productId, productId));
    await tx
      .insert(stockLedger)
      .values({ productId, lotId: lot?.id ?? null, onHandChange: onHand, reason: 'received' });
  });
}

async function openDrawer(db: Database) {
  const [open] = await db
    .select({ id: drawerSessions.id })
    .from(drawerSessions)
    .where(sql`${drawerSessions.closedAt} is null`);
  if (!open) throw new Error('no drawer is open');
  return open;
}

/** Each customer reserves one to three units of two products. */
async function placeAll(shop: SaturdayShop, { shoppers, products }: Day): Promise<string[]> {
  const slot = aSlot();
  const send = sender(shop);
  const placed = await inParallel(shoppers, 6, async (cookie) => {
    const nth = shoppers.indexOf(cookie);
    const lines = [`${products[nth % PRODUCTS]}:${1 + (nth % 3)}`, `${products[(nth + 3) % PRODUCTS]}:1`];
    const tablet = { cookie: `age_verified=1; ${cookie}`, at: nth, staff: null as never };
    const fields = { key: newId<string>(), lines: lines.join('.'), slot, birthDate: '', again: 'yes' };
    const { to, status, text } = await send(tablet, '/checkout', fields);
    const number = /order=(ORD\d+)/.exec(to)?.[1];
    if (!number) throw new Error(`checkout answers ${status}: ${text.slice(0, 200)}`);
    return number;
  });
  return placed;
}

const fateOf = (number: string): Fate => {
  const nth = Number(number.slice(3));
  if (nth % 12 === 0) return 'refused';
  return nth % 10 === 0 ? 'missed' : 'taken';
};

/** Two tablets take orders off one list; every eighth is served by both at once. */
async function serveAll(work: Work, queue: readonly string[], tablets: readonly Tablet[]): Promise<void> {
  const left = [...queue];
  const serve = async (tablet: Tablet) => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      const other = tablets.find((each) => each !== tablet) ?? tablet;
      const isShared = Number(number.slice(3)) % 8 === 0;
      await Promise.all([tablet, ...(isShared ? [other] : [])].map((each) => complete(work, each, number)));
      if (tablet === tablets[0] && left.length % 20 === 0) await drop(work, tablet);
    }
  };
  await Promise.all(tablets.map(serve));
}

async function drop({ send, cash, sessionId }: Work, tablet: Tablet): Promise<void> {
  const { status } = await send(tablet, '/counter/cash', {
    ...{ intent: 'entry', key: newId(), sessionId, kind: 'drop', amount: '50', reason: 'To the safe' },
  });
  if (status === 302) cash.out += 5000;
}

export const ID = {
  ...{ idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2090-01-31' },
  ...{ idBirthDate: '1990-05-14', nameMatches: '1' },
};

/** Takes an order to its end, whatever others do to it at the same time. */
async function complete(
  { shop, send, cash }: Pick<Work, 'shop' | 'send' | 'cash'>,
  tablet: Tablet,
  number: string,
  fate = fateOf(number),
): Promise<void> {
  const at = `/counter/orders/${number}`;
  const key = newId<string>();
  for (let round = 0; round < 60; round++) {
    const page = await patiently(() => readPackingOrder(tablet.staff, number));
    if (!page) throw new Error(`${number} is gone`);
    const version = String(page.version);
    const refuse = () =>
      send(tablet, at, {
        intent: 'refuse',
        version,
        key,
        refusal: 'intoxicated',
        note: 'Come back tomorrow',
      });
    if (page.step === 'ended') return;
    if (page.step === 'start' || page.step === 'take-over') {
      await send(tablet, `${at}/packing`, { intent: page.step, version });
    } else if (page.step === 'pack') {
      const next = nextToPack(page.lines);
      if (!next) {
        await refuse();
        continue;
      }
      if (round % 7 === 3) await scan(send, tablet, number, 'B-1-NONE', 409);
      await scan(send, tablet, number, next.lot.batchNumber);
    } else if (page.step === 'ready') {
      await send(tablet, `${at}/packing`, { intent: 'ready', version });
    } else if (fate === 'missed') return;
    else if (fate === 'refused') await refuse();
    else {
      await send(tablet, '/counter', { intent: 'here', order: number, version });
      const [order] = await patiently(() => shop.db.select().from(orders).where(eq(orders.orderId, number)));
      const owed = order?.total ?? 0;
      const cashReceived = (Math.ceil(owed / 2000) * 20).toFixed(2);
      const { status } = await send(tablet, at, {
        ...{ intent: 'hand-over', version, key, cashReceived, ...ID, idNumber: `A ${number}` },
      });
      if (status === 302) {
        cash.taken += owed;
        return;
      }
    }
  }
  throw new Error(`${number} did not come to an end`);
}

async function scan(
  send: Send,
  tablet: Tablet,
  number: string,
  code: string,
  wanted?: number,
): Promise<void> {
  const fields = { intent: 'scan', key: newId<string>(), code };
  const { status } = await send(tablet, `/counter/orders/${number}/packing`, fields);
  if (wanted !== undefined && status !== wanted) throw new Error(`${code} answers ${status}`);
}

/** The small lot of one product leaves the shelf: units in bags too. */
async function recallAtNoon({ admin, recalled }: Day): Promise<void> {
  const drafted = await patiently(() => createRecall(admin, aRecallOf([recalled])));
  if (!drafted.ok) throw new Error(drafted.problem.kind);
  const started = await startRecall(admin, drafted.value, { version: 1 });
  if (!started.ok) throw new Error(started.problem.kind);
}

/**
 * One tablet packs some orders and marks them ready without a network. The other tablet has packed some of them by then.
 * Then everything is sent in order, each action twice at once.
 */
async function withoutNetwork(
  { shop, send }: Pick<Work, 'shop' | 'send'>,
  held: Tablet,
  other: Tablet,
  numbers: readonly string[],
): Promise<Pick<Closing, 'sent' | 'refused'>> {
  const copies = await Promise.all(
    numbers.map((number) => patiently(() => readPackingOrder(held.staff, number))),
  );
  const away = await awayTablet(shop.db, held.staff);
  const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, held.staff.userId));
  const at = { tablet: away, session: session?.id ?? '', sentAt: String(Date.now()) };
  const forms: Record<string, string>[] = [];
  for (const [nth, page] of copies.entries()) {
    if (!page) continue;
    const { number, version } = page;
    if (nth % 5 === 0)
      await send(other, `/counter/orders/${number}/packing`, { intent: 'start', version: String(version) });
    let after = '';
    const act = (kind: string, fields: Record<string, string> = {}) => {
      const id = newId<string>();
      forms.push({
        ...{ id, kind, order: number, version: String(version), after, by: held.staff.userId },
        ...{ doneAt: String(Date.now()), ...at, ...fields },
      });
      after = id;
    };
    act('pack');
    for (const line of page.lines)
      for (const lot of line.lots)
        for (let unit = lot.packed; unit < lot.quantity; unit++) act('scan', { code: lot.batchNumber });
    act('note', { note: 'Packed without a network' });
    act('ready');
    act('here');
  }
  const refused: string[] = [];
  const ofOthers = new Set<string>();
  for (const form of forms) {
    const answers = await Promise.all([
      send(held, '/counter/actions', form),
      send(held, '/counter/actions', form),
    ]);
    const texts = answers.map(({ text }) => JSON.parse(text) as { outcome: string; text?: string });
    if (texts.some(({ outcome }) => outcome === 'done') && texts.some(({ outcome }) => outcome !== 'done'))
      throw new Error(`${form.kind} of ${form.order} was done and refused: ${JSON.stringify(texts)}`);
    if (texts[0]?.outcome !== 'refused') {
      if (form.kind === 'ready' && ofOthers.has(form.order ?? ''))
        throw new Error(`${form.order} is another's to pack, and was marked ready`);
      continue;
    }
    refused.push(`${form.kind}: ${texts[0].text}`);
    if (form.kind === 'pack') ofOthers.add(form.order ?? '');
  }
  const { rows } = await patiently(() =>
    shop.db.execute<{ many: number }>(sql`select count(*)::int as many from offline_actions`),
  );
  if (rows[0]?.many !== forms.length - refused.length)
    throw new Error('an action was counted twice, or not at all');
  return { sent: forms.length, refused };
}

/** People without an account: an ID, one jar, cash. */
async function sellToWalkIns(
  { shop, send, cash }: Pick<Work, 'shop' | 'send' | 'cash'>,
  tablet: Tablet,
  count: number,
): Promise<number> {
  let sold = 0;
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`select id from products order by id desc limit 1`,
  );
  for (let nth = 0; nth < count; nth++) {
    const start = { key: newId<string>(), ...ID, idNumber: `W${100_000 + nth}` };
    const started = await send(tablet, '/counter/walk-in', start);
    if (!started.to.startsWith('/counter/walk-in/'))
      throw new Error(`a walk-in answers ${started.status}: ${words(started.text)}`);
    const { to: at } = started;
    await send(tablet, at, { intent: 'quantity', product: String(rows[0]?.id), quantity: '1' });
    const { to, text } = await send(tablet, at, { intent: 'order', total: '5040' });
    const number = /ORD\d+/.exec(to)?.[0];
    if (!number) throw new Error(`a walk-in has no order: ${words(text)}`);
    await complete({ shop, send, cash }, tablet, number, 'taken');
    sold += 1;
  }
  return sold;
}

export const words = (html: string): string =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 400);

/** Whole refunds, by the owner; the cash leaves the open drawer. Returns cents. */
async function refundSome(
  { shop, send, cash }: Pick<Work, 'shop' | 'send' | 'cash'>,
  admin: SignedIn,
  count: number,
): Promise<number> {
  const cookie = `age_verified=1; ${await signedIn(shop.db, admin)}`;
  const done = await shop.db.select().from(orders).where(eq(orders.status, 'completed')).limit(count);
  let returned = 0;
  for (const { orderId, total, version } of done) {
    const fields = {
      whole: '1',
      goods: 'kept',
      reason: 'Lid broken',
      version: String(version),
      confirmed: String(total),
    };
    const answer = await send({ cookie, at: 0, staff: admin }, `/admin/orders/${orderId}/refund`, fields);
    if (answer.status !== 302) throw new Error(`a refund answers ${answer.status}: ${words(answer.text)}`);
    returned += total;
  }
  cash.out += returned;
  return returned;
}

/** The pickup times pass, orders that no one picked up are released, and their bags put back. */
export async function endDay(
  { shop: { db }, send }: Pick<Work, 'shop' | 'send'>,
  tablet: Tablet,
  numbers: readonly string[],
): Promise<void> {
  const left = await db
    .select({ number: orders.orderId, startsAt: orders.pickupStartsAt, arrivedAt: orders.arrivedAt })
    .from(orders)
    .where(
      sql`status in ('pending', 'confirmed', 'packing', 'ready') and order_id = any(${sql.param([...numbers])})`,
    );
  // Someone who came and left again is no longer here; an order of a person who waits is not released.
  for (const { number, arrivedAt } of left)
    if (arrivedAt) await send(tablet, '/counter', { intent: 'not-here', order: number, version: '1' });
  const past = new Date(Math.floor(Date.now() / 900_000) * 900_000 - 4 * 3_600_000);
  await db.transaction(async (tx) => {
    for (const { number, startsAt } of left) {
      if (!startsAt) continue;
      await tx
        .update(orders)
        .set({ pickupStartsAt: past, pickupEndsAt: new Date(past.getTime() + 900_000) })
        .where(eq(orders.orderId, number));
      await tx
        .update(pickupSlots)
        .set({ taken: sql`${pickupSlots.taken} - 1` })
        .where(eq(pickupSlots.startsAt, startsAt));
      await tx
        .insert(pickupSlots)
        .values({ startsAt: past, taken: 1 })
        .onConflictDoUpdate({ target: pickupSlots.startsAt, set: { taken: sql`${pickupSlots.taken} + 1` } });
    }
  });
  for (let at = 0; at < left.length; at += 60) {
    const seen = left.slice(at, at + 60).map(({ number }) => number);
    await send(tablet, '/counter/end-of-day', { intent: 'release-all', orders: seen.join() });
  }
  const bags = await db.select({ id: putBacks.id }).from(putBacks).where(sql`${putBacks.doneAt} is null`);
  for (const { id } of bags) await send(tablet, '/counter/end-of-day', { intent: 'put-back', id });
}
