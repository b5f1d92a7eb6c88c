/** Loads the pages about deliveries: plain data in words. */
import { desc, isNull } from 'drizzle-orm';
import { holdReasonsOf } from '#core/goods/stock/lots/state-hold.ts';
import {
  type DeliveryRow,
  type PackageRow,
  readDeliveries,
  readDelivery,
  readLoosePackages,
} from '#core/goods/tracking/deliveries/deliveries-queries.server.ts';
import { trackingSystem } from '#core/goods/tracking/open-tracking.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { formatDateTime, instantOf, momentOf } from '#kernel/time.ts';
import { type ChosenProduct, productChoice } from '#office/kit/product-choice.ts';
import { type PackageView, viewPackage } from './package-views.ts';

/** The newest ones; others are chosen by their number. */
const MOST_PRODUCTS = 2000;

export type DeliveryView = {
  id: string;
  manifest: string;
  shipper: string;
  license: string;
  isAccepted: boolean;
  /** 'Expected Nov 29, 2026, 2:00 PM' */
  when: string;
  /** '2 packages, 1 not yet a lot' */
  packages: string;
  waiting: number;
};

/** Packages with what their form offers. */
export type PackagesView = { rows: PackageView[]; choices: string[]; chosen: Record<string, string> };

/** Null for actors who may not count stock. */
export async function readDeliveriesPage(actor: Actor) {
  const found = await readDeliveries(actor);
  if (!found) return null;
  const [{ zone }, loose, system] = await Promise.all([storeClock(), readLoosePackages(), trackingSystem()]);
  const views = found.map((delivery) => viewDelivery(delivery, zone));
  return {
    isConnected: system !== null,
    coming: views.filter(({ isAccepted }) => !isAccepted),
    accepted: views.filter(({ isAccepted }) => isAccepted),
    loose: await packagesView(
      actor,
      loose.map((row) => viewPackage(row, may(actor, 'lots.receive'))),
    ),
    mayManage: may(actor, 'lots.receive'),
    mayAddProducts: may(actor, 'inventory.manage'),
  };
}

/** Null for actors who may not count stock, and for none of this id. */
export async function readDeliveryPage(actor: Actor, id: string) {
  const found = await readDelivery(actor, id);
  if (!found) return null;
  const { zone } = await storeClock();
  const mayManage = may(actor, 'lots.receive');
  const rows = found.packages.map((row) => viewPackage(row, mayManage));
  return {
    delivery: viewDelivery(found.delivery, zone),
    isVoided: found.delivery.isVoided,
    onSale: may(actor, 'lots.release') ? putOnSale(found.packages) : null,
    packages: await packagesView(actor, rows),
    mayManage,
    mayAddProducts: may(actor, 'inventory.manage'),
  };
}

/** Where the lots of a delivery that passed their test, and wait, are put on sale together; null without any. */
function putOnSale(rows: readonly PackageRow[]): string | null {
  const waiting = rows.flatMap(({ lot, marks }) =>
    lot?.status === 'untested' && holdReasonsOf(marks).length === 0 ? lot.id : [],
  );
  return waiting.length === 0 ? null : `/admin/inventory/waiting-lots/release?lots=${waiting.join('-')}`;
}

/** The products that can be chosen, by name; none for actors who may not receive. */
export async function readChoices(actor: Actor): Promise<ChosenProduct[]> {
  if (!may(actor, 'lots.receive')) return [];
  const rows = await database()
    .select({ id: products.id, name: products.name, size: products.size })
    .from(products)
    .where(isNull(products.archivedAt))
    .orderBy(desc(products.id))
    .limit(MOST_PRODUCTS);
  return rows.toSorted((left, right) => left.name.localeCompare(right.name) || left.id - right.id);
}

async function packagesView(actor: Actor, rows: PackageView[]): Promise<PackagesView> {
  if (!rows.some(({ isReady }) => isReady)) return { rows, choices: [], chosen: {} };
  const choices = await readChoices(actor);
  const names = new Map(choices.map((product) => [product.id, productChoice(product)]));
  const chosen = Object.fromEntries(rows.map(({ tag, productId }) => [tag, names.get(productId ?? 0) ?? '']));
  return { rows, choices: [...names.values()], chosen };
}

function viewDelivery(delivery: DeliveryRow, zone: string): DeliveryView {
  const { id, manifest, shipper, shipperLicense, receivedAt, expectedAt, packages, waiting } = delivery;
  const isAccepted = receivedAt !== null;
  const count = `${packages} ${packages === 1 ? 'package' : 'packages'}`;
  const expected = expectedAt === null ? null : momentOf(expectedAt, zone);
  return {
    ...{ id, manifest, shipper, license: shipperLicense, isAccepted, waiting },
    when: isAccepted
      ? `Accepted ${formatDateTime(instantOf(new Date(receivedAt)), zone)}`
      : expected
        ? `Expected ${formatDateTime(expected, zone)}`
        : 'On the way',
    packages: isAccepted ? `${count}, ${waiting === 0 ? 'all done' : `${waiting} not yet a lot`}` : count,
  };
}
