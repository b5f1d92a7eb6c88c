/** What the demo's Metrc knows at first: a package for each lot with units, a delivery on its way, and a package without a lot. */
import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { enteredReasons } from '#core/goods/stock/outage/outage.ts';
import { database } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { asDate, startOfDay } from '#kernel/time.ts';
import { dateAt, localTime } from '../metrc/local-time.ts';
import { allPackages, type MetrcState, type MetrcTransfer, nextId } from '../metrc/records.ts';
import { addPackage, addTransfer, newMetrcState } from '../metrc/state.ts';

/** The farm of the demo, a microbusiness: it grows, makes packages and sells. */
const LICENSE = 'OCM-MICR-24-000001';

const HOUR = 60 * 60_000;
/** As many as Metrc's tags have. */
const TAG = 24;

/**
 * Keys are new. Quantities are those of the ledger when the day began: what left since is for the shop to report from
 * today on, and then nothing but the package without a lot differs.
 */
export async function firstState(now: Date, zone: string): Promise<MetrcState> {
  const key = () => randomBytes(24).toString('base64url');
  const state = newMetrcState({ integratorKey: key(), userKey: key(), license: LICENSE });
  const [facility] = state.facilities;
  if (facility) facility.flags.push('CanGrowPlants', 'CanCreateDerivedPackages');
  const today = dateAt(now, zone);
  for (const { tag, quantity, name, category, strain, packagedOn, expiresOn, testStatus } of await readLots(
    asDate(startOfDay(Temporal.PlainDate.from(today), zone)),
  ))
    addPackage(
      state,
      {
        ...{ label: tag, license: LICENSE, quantity, item: { name, category, strain } },
        ...{ packagedDate: packagedOn ?? today, testedDate: packagedOn ?? today, expirationDate: expiresOn },
        testState: testStatus ?? 'TestPassed',
      },
      now,
    );
  const label = freshTag(state);
  addPackage(state, { label, license: LICENSE, quantity: 12, item: { name: 'Harvest Gift Box' } }, now);
  sendDelivery(state, now, zone);
  return state;
}

/**
 * Lots that share a tag are one package.
 * @param since units that moved from then on, and whose report was not taken, are not in Metrc yet
 */
function readLots(since: Date) {
  const unreported = sql`coalesce((
    select sum(ledger.on_hand_change + ledger.set_aside_change) from stock_ledger as ledger
    where ledger.product_id = ${lots.productId} and ledger.lot_id = ${lots.id} and ledger.created_at >= ${since}
      and ledger.reason in (${sql.join(
        enteredReasons.map((reason) => sql`${reason}`),
        sql`, `,
      )})
      and not exists (
        select 1 from state_act_rows as line join state_acts as act on act.id = line.act_id
        where line.ledger_id = ledger.id and act.status = 'sent')), 0)`;
  const quantity = sql<number>`sum(${lots.onHand} - ${unreported})::int`;
  return database()
    .select({
      tag: sql<string>`upper(${lots.packageTag})`,
      quantity,
      name: sql<string>`min(${products.name})`,
      category: sql<string>`min(${categories.name})`,
      strain: sql<string | null>`min(${products.strainName})`,
      packagedOn: sql<string | null>`min(${lots.packagedOn})::text`,
      expiresOn: sql<string | null>`min(${lots.expiresOn})::text`,
      testStatus: sql<string | null>`min(${lots.testStatus})`,
    })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(
      and(
        isNotNull(lots.packageTag),
        sql`length(${lots.packageTag}) = ${TAG}`,
        eq(products.productType, 'cannabis'),
      ),
    )
    .groupBy(sql`upper(${lots.packageTag})`)
    .having(gt(quantity, 0))
    .orderBy(sql`min(${products.id})`, sql`upper(${lots.packageTag})`);
}

/** A tag that no package has. */
function freshTag(state: MetrcState): string {
  const taken = new Set(allPackages(state).map(({ label }) => label));
  for (;;) {
    const tag = `1A4PRACTICE${String(nextId(state)).padStart(TAG - '1A4PRACTICE'.length, '0')}`;
    if (!taken.has(tag)) return tag;
  }
}

/** Sends a delivery of three products that the farm has had, and of one that it has not. */
export function sendDelivery(state: MetrcState, now: Date, zone: string): MetrcTransfer {
  const items = [
    ...new Map(
      Object.values(state.packages)
        .map(({ item }) => item)
        .filter(({ name }) => !isNew(name))
        .map((item) => [item.id, item]),
    ).values(),
  ];
  const sent = state.transfers.length;
  const known = [0, 1, 2].flatMap((nth) => items[(sent * 3 + nth * 5) % items.length] ?? []);
  const unknown = { name: newItems[sent % newItems.length] ?? '', category: 'Infused Edible', strain: null };
  const today = dateAt(now, zone);
  const packages = [...new Set([...known, unknown])].map(({ name, category, strain }, nth) => ({
    ...{ label: freshTag(state), item: { name, category, strain } },
    ...{ quantity: 24 + nth * 12, packagedDate: today, testedDate: today },
    wholesalePrice: (24 + nth * 12) * (9 + nth),
  }));
  const at = (hours: number) => localTime(new Date(now.getTime() + hours * HOUR), zone);
  return addTransfer(
    state,
    {
      ...{ toLicense: LICENSE, fromLicense: 'OCM-PROC-24-000012', fromName: 'Hollow Creek Processing' },
      ...{ estimatedDeparture: at(0), estimatedArrival: at(3), packages },
    },
    now,
  );
}

/** Names that no product of the demo has. */
const newItems = ['Maple Crunch Bar', 'Cider Gummies', 'Pumpkin Seed Brittle', 'Rosehip Tea'];
const isNew = (name: string) => newItems.includes(name) || name === 'Harvest Gift Box';
