/** Makes a lot of a package that the state's system has at this license, with what came from there. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import {
  type EditedProduct,
  lockProducts,
} from '#core/goods/catalogue/products/edited-products-queries.server.ts';
import { writeWholesale } from '#core/goods/catalogue/write-wholesale.server.ts';
import { receivingNeeds } from '#core/goods/stock/lots/lots.ts';
import { type ReceivedLot, receiveWithin } from '#core/goods/stock/lots/receive-lot.server.ts';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { stateDeliveries, stateDeliveryPackages, stateLots, trackedPackages } from '#db/schema/tracking.ts';
import { lockFiles } from '#db/stored-files.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { trackingSystem } from '../open-tracking.server.ts';
import { productsOfItems } from './items-queries.server.ts';
import { testStatusOf } from './lab-papers.ts';
import { batchOfTag, type PackageProblem, unitWholesale } from './package-lot.ts';
import { type ReadLab, readLab } from './read-lab.server.ts';
import { writeItems } from './remember-items.server.ts';

const UNIQUE_VIOLATION = '23505';

export type WantedLot = {
  tag: string;
  /** What staff chose; without it, the product that is remembered or proposed. */
  productId?: number | null;
  /** What staff typed; without it, the serial number of the tag, or the tag if the product has such a lot. */
  batchNumber?: string;
  /** Save the package's wholesale price although the product has one; only of an actor who may change products. */
  takesPrice?: boolean;
};

export type MadeLot = ReceivedLot & {
  productId: number;
  /** What the state's system did not have, in words. */
  lacks: string[];
};

type Tracked = typeof trackedPackages.$inferSelect;
type Shipped = typeof stateDeliveryPackages.$inferSelect;

/**
 * The lot has the units that the state's system has now. It goes on sale only if its test has passed, its papers are whole
 * and the state does not hold it. Laboratory and certificate are read from the state's system before anything is locked.
 * Refuses actors who may not receive, a package that is not here, is finished, is not counted in units
 * or is a lot already, an item without a product, and what `receiveLot` refuses. Two presses make one lot.
 */
export async function makeLot(
  actor: Actor,
  wanted: WantedLot,
  now: Temporal.Instant = systemClock(),
): Promise<Result<MadeLot, PackageProblem>> {
  type Outcome = Result<MadeLot, PackageProblem>;
  const tag = wanted.tag.toUpperCase();
  const asStaff = staffTransaction(actor, receivingNeeds(actor), refuse({ kind: 'not-allowed' }));
  if (!may(actor, 'lots.receive')) return refuse({ kind: 'not-allowed' });
  // Nothing is asked of the laboratory for a package that cannot be a lot.
  const early = await readPackage(database(), tag);
  const system = early.ok ? await trackingSystem() : null;
  const [lab, settings] = await Promise.all([readLab(system, tag), readSettings()]);
  const clock = { now, zone: settings.store.zone, pricing: settings.pricing };
  try {
    return await asStaff<Outcome>(async (tx, staff, abandon) => {
      const isStored = lab.coaKey !== null && (await lockFiles(tx, [`public/${lab.coaKey}.pdf`]));
      // One press after the other for each package.
      await tx
        .select({ tag: trackedPackages.tag })
        .from(trackedPackages)
        .where(eq(trackedPackages.tag, tag))
        .for('no key update');
      const found = await readPackage(tx, tag);
      if (!found.ok) return found;
      const chosen =
        wanted.productId ?? (await productsOfItems([found.value.item], tx)).get(found.value.item);
      const [product] = chosen ? await lockProducts(tx, [chosen]) : [];
      if (!product) return refuse({ kind: 'product-unknown' });
      const coaKey = isStored ? lab.coaKey : null;
      const made = await receive(
        tx,
        staff,
        { found: found.value, wanted, product, lab: { ...lab, coaKey } },
        clock,
      );
      return made.ok ? made : abandon(made);
    });
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return refuse({ kind: 'batch-taken' });
    throw error;
  }
}

/** Why the package cannot become a lot, or the package. */
async function readPackage(
  db: Pick<Transaction, 'select'>,
  tag: string,
): Promise<Result<Tracked & { quantity: number }, PackageProblem>> {
  const [lot] = await db
    .select({ id: lots.id })
    .from(lots)
    .where(sql`upper(${lots.packageTag}) = ${tag}`)
    .limit(1);
  if (lot) return refuse({ kind: 'already-added', lotId: lot.id });
  const [found] = await db.select().from(trackedPackages).where(eq(trackedPackages.tag, tag));
  if (!found) return refuse({ kind: 'not-accepted' });
  const { quantity } = found;
  if (found.isFinished || quantity === 0) return refuse({ kind: 'ended' });
  return quantity === null
    ? refuse({ kind: 'not-in-units', unit: found.unit })
    : succeed({ ...found, quantity });
}

type Making = {
  found: Tracked & { quantity: number };
  wanted: WantedLot;
  product: EditedProduct;
  lab: ReadLab;
};

async function receive(
  tx: Transaction,
  actor: SignedIn,
  { found, wanted, product, lab }: Making,
  clock: { now: Temporal.Instant; zone: string; pricing: Parameters<typeof writeWholesale>[4]['pricing'] },
): Promise<Result<MadeLot, PackageProblem>> {
  const shipped = await deliveryOf(tx, found.tag);
  const lacks = [...lab.lacks];
  const price = unitWholesale(shipped?.wholesale ?? null, shipped?.shipped ?? shipped?.quantity ?? null);
  const takesPrice = wanted.takesPrice === true && may(actor, 'inventory.manage');
  if (price !== null && (takesPrice || product.values.wholesalePrice === 0)) {
    const isSaved = await writeWholesale(tx, actor, product, price, clock);
    if (!isSaved) lacks.push('wholesale price, because the product’s price would be below its floor');
  }
  const received = await receiveWithin(
    tx,
    actor,
    {
      ...{ productId: product.id, quantity: found.quantity, packageTag: found.tag },
      batchNumber: wanted.batchNumber?.trim() || (await freeBatch(tx, product.id, found.tag)),
      ...{ testStatus: testStatusOf(found), ...lab.papers },
      ...{ packagedOn: shipped?.packagedOn ?? null, expiresOn: shipped?.expiresOn ?? null },
      ...(lab.coaKey === null ? {} : { coaKey: lab.coaKey }),
    },
    clock,
  );
  if (!received.ok) return received;
  await tx.insert(stateLots).values({
    ...{ lotId: received.value.lotId, tag: found.tag, deliveryId: shipped?.deliveryId ?? null },
    ...{ testedOn: lab.testedOn, lacks, madeBy: actor.userId, madeByName: actor.name },
  });
  await writeItems(tx, [{ item: found.item, productId: product.id }]);
  return succeed({ ...received.value, productId: product.id, lacks });
}

/** The package in the newest delivery that brought it. */
async function deliveryOf(tx: Transaction, tag: string): Promise<Shipped | null> {
  const [row] = await tx
    .select({ shipped: stateDeliveryPackages })
    .from(stateDeliveryPackages)
    .innerJoin(stateDeliveries, eq(stateDeliveries.id, stateDeliveryPackages.deliveryId))
    .where(and(eq(stateDeliveryPackages.tag, tag), eq(stateDeliveries.isVoided, false)))
    .orderBy(desc(sql`coalesce(${stateDeliveries.receivedAt}, 'epoch')`), desc(stateDeliveries.id))
    .limit(1);
  return row?.shipped ?? null;
}

async function freeBatch(tx: Transaction, productId: number, tag: string): Promise<string> {
  const short = batchOfTag(tag);
  const [taken] = await tx
    .select({ id: lots.id })
    .from(lots)
    .where(and(eq(lots.productId, productId), eq(lots.batchNumber, short)));
  return taken ? tag : short;
}
