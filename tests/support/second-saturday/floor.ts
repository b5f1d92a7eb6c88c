/** The store on its second Saturday: products, people, two shared tablets with their registers, and two printers. */
import { eq, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { categories } from '#db/schema/catalogue.ts';
import { sessions, staffPins } from '#db/schema/identity.ts';
import { registers } from '#db/schema/line.ts';
import { orders } from '#db/schema/orders.ts';
import { printers } from '#db/schema/printing.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { aPerson, aProduct, signedIn } from '../people.ts';
import { inParallel, postForm } from '../requests.ts';
import { addLot, patiently, type SaturdayShop, type Send, sender, type Tablet } from '../saturday.ts';
import { aSlot, openShop } from '../shop.ts';
import { type Visit, visitsOf } from './visits.ts';
import { World } from './world.ts';

const PRODUCTS = 8;
const ADA_PIN = '927461';
/** Milligrams of a unit. */
export const OUNCE = 28_000;
export const JAR = 3_500;

export type Floor = {
  shop: SaturdayShop;
  send: Send;
  world: World;
  /** Kim at register 1, Lee at register 2; Mia greets people at the door. */
  kim: Tablet;
  lee: Tablet;
  mia: Tablet;
  ada: Tablet;
  /** Ada's yes, as a form sends it. */
  yes: { person: string; pin: string };
  products: number[];
  ounce: number;
  /** Lots that are recalled, at noon and later. */
  recalled: [number, number];
  printers: { id: string; token: string }[];
  visits: Visit[];
};

/** Everyone has reserved. */
export async function openFloor(shop: SaturdayShop, customers: number): Promise<Floor> {
  const { db } = shop;
  await openShop(db);
  await setUp(shop);
  const goods = await stockUp(shop, customers);
  const send = sender(shop);
  const ada = await aPerson(db, { role: 'admin', name: 'Ada Owner' });
  await db.insert(staffPins).values({ userId: ada.userId, hash: await hashPassword(ADA_PIN) });
  const tablet = (name: string, at: number) => sharedTablet(shop, ada, { name, at });
  const floor: Floor = {
    ...{ shop, send, world: new World(), ...goods, printers: [] },
    kim: await tablet('Kim Reyes', 0),
    lee: await tablet('Lee Ford', 1),
    mia: await tablet('Mia Cole', 0),
    ada: { staff: ada, at: 0, cookie: `age_verified=1; ${await signedIn(db, ada)}` },
    yes: { person: ada.userId, pin: ADA_PIN },
    visits: visitsOf(customers),
  };
  await registersAndPrinters(floor);
  await reserveAll(floor);
  return floor;
}

/** Open around the clock; hand-overs without a network and small refunds by staff are allowed. */
async function setUp({ db }: SaturdayShop): Promise<void> {
  const around = [{ opens: '00:00', closes: '23:59' }];
  const weekly = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, around]));
  await db
    .update(storeSettings)
    .set({ value: sql`value || ${JSON.stringify({ weekly, nightPermitted: true })}::jsonb` })
    .where(eq(storeSettings.name, 'pickup'));
  for (const [name, value] of Object.entries({
    counter: { offlineHandOver: true },
    refunds: { staffLimit: 6_000, staffPerDay: 100, staffDayAmount: 500_000 },
  }))
    await db
      .insert(storeSettings)
      .values({ name, value })
      .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  invalidateSettings();
}

/** Each jar has two lots; those that are recalled are in most bags. */
async function stockUp(shop: SaturdayShop, customers: number) {
  const { db } = shop;
  const make = async (name: string, limitMg: number, first: number) => {
    const id = await aProduct(db, { name, onHand: first, limitMg });
    const [lot] = await db
      .update(lots)
      .set({ batchNumber: `B-${id}-1`, shelfPlace: 'Shelf A' })
      .where(eq(lots.productId, id))
      .returning({ id: lots.id });
    await addLot(db, id, customers * 4);
    return { id, lot: lot?.id ?? 0 };
  };
  await db.insert(categories).values({ name: 'Flower', slug: 'flower' }).onConflictDoNothing();
  const jars = [];
  for (let nth = 0; nth < PRODUCTS; nth++)
    jars.push(await make(`Jar ${nth}`, JAR, nth < 2 ? Math.ceil(customers * 0.34) : 10));
  const ounce = await make('Ounce', OUNCE, 10);
  const recalled: [number, number] = [jars[0]?.lot ?? 0, jars[1]?.lot ?? 0];
  return { products: jars.map(({ id }) => id), ounce: ounce.id, recalled };
}

/** A tablet that Ada shares and a member of staff takes over by PIN. */
async function sharedTablet(
  shop: SaturdayShop,
  ada: SignedIn,
  { name, at }: { name: string; at: number },
): Promise<Tablet> {
  const { db } = shop;
  const staff = await aPerson(db, { role: 'staff', name });
  const pin = `4082${10 + at}${name.length}`.slice(0, 6);
  await db.insert(staffPins).values({ userId: staff.userId, hash: await hashPassword(pin) });
  const [origin = ''] = shop.origins();
  const post = async (path: string, fields: Record<string, string>, cookie: string) => {
    const answer = await postForm({ origin }, path, fields, { cookie });
    if (answer.status >= 400) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  };
  const owner = `age_verified=1; ${await signedIn(db, ada)}`;
  const shared = await post('/counter/switch/share', { name: `Tablet of ${name}` }, owner);
  const own = shared.find((cookie) => cookie.startsWith('farmgate.tablet=')) ?? '';
  const taken = await post('/counter/switch', { person: staff.userId, pin }, `age_verified=1; ${own}`);
  return { staff, at, cookie: ['age_verified=1', own, ...taken].join('; ') };
}

/** The session of a tablet's person, in which they do what waits on it. */
export async function sessionOf({ shop: { db } }: Floor, { staff }: Tablet): Promise<string> {
  const rows = await patiently(() => db.select().from(sessions).where(eq(sessions.userId, staff.userId)));
  return rows.find(({ tabletId }) => tabletId !== null)?.id ?? '';
}

async function registersAndPrinters(floor: Floor): Promise<void> {
  const { shop, send, ada } = floor;
  for (const name of ['Register 1', 'Register 2'])
    await send(ada, '/counter/registers', { intent: 'add', name });
  const rows = await shop.db.select().from(registers);
  for (const [tablet, name] of [
    [floor.kim, 'Register 1'],
    [floor.lee, 'Register 2'],
  ] as const)
    tablet.cookie += `; register=${rows.find((row) => row.name === name)?.id}`;
  const add = (fields: Record<string, string>) =>
    send(ada, '/admin/settings/printers', {
      ...{ intent: 'add', place: 'Counter', width: '80', maker: 'star', ...fields },
    });
  await add({ name: 'Receipts', printsReceipts: 'on', opensDrawer: 'on' });
  await add({ name: 'Slips', printsSlips: 'on' });
  floor.printers = await shop.db.select().from(printers);
}

/** One to three units of two products; who comes for ounces, two of them. All of it two hours ago. */
async function reserveAll({ shop, visits, products, ounce, send }: Floor): Promise<void> {
  const slot = aSlot();
  const shoppers = await inParallel(visits, 4, async (visit) => ({
    visit,
    cookie: await signedIn(shop.db, await aPerson(shop.db)),
  }));
  await inParallel(shoppers, 6, async ({ visit, cookie }) => {
    const { nth, kind } = visit;
    const lines =
      kind === 'ounces'
        ? [`${ounce}:2`]
        : [`${products[nth % PRODUCTS]}:${1 + (nth % 3)}`, `${products[(nth + 3) % PRODUCTS]}:1`];
    const tablet = { cookie: `age_verified=1; ${cookie}`, at: nth, staff: null as never };
    const fields = { key: newId<string>(), lines: lines.join('.'), slot, birthDate: '', again: 'yes' };
    const { to, status, text } = await send(tablet, '/checkout', fields);
    visit.number = /order=(ORD\d+)/.exec(to)?.[1] ?? '';
    if (visit.number === '') throw new Error(`checkout answers ${status}: ${text.slice(0, 200)}`);
  });
  await shop.db.update(orders).set({ createdAt: sql`${orders.createdAt} - interval '2 hours'` });
}
