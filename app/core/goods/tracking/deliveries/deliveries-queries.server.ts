/** Reads deliveries with their packages, and packages without a lot, as the state was last read. */
import { sql } from 'drizzle-orm';
import type { StateMarks } from '#core/goods/stock/lots/state-hold.ts';
import { packageMarks } from '#core/goods/stock/lots/state-hold-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { productsOfItems } from './items-queries.server.ts';
import { unitWholesale } from './package-lot.ts';

/** Accepted deliveries and packages without a lot on one page; older ones are found by their lot. */
const MOST_DELIVERIES = 50;
const MOST_PACKAGES = 100;

export type DeliveryRow = {
  id: string;
  manifest: string;
  shipper: string;
  shipperLicense: string;
  /** Local time of the store. */
  expectedAt: string | null;
  /** Milliseconds since 1970; null while it is on its way. */
  receivedAt: number | null;
  packages: number;
  /** Packages that wait to become lots, and those that are. */
  waiting: number;
  lots: number;
};

/** A package as the page shows it: in a delivery as shipped, and as it is now. */
export type PackageRow = {
  tag: string;
  item: string;
  /** 'Shipped', 'Accepted', 'Rejected'; null for one that came without a delivery. */
  state: string | null;
  unit: string;
  /** In units; null if the state counts it otherwise. */
  quantity: number | null;
  /** Units that were shipped, where they are known. */
  shipped: number | null;
  testState: string;
  /** Why it may not be sold; of a package that is not here by its test alone. */
  marks: StateMarks;
  /** At this license, with units, and not a lot yet. */
  isReady: boolean;
  isFinished: boolean;
  packagedOn: string | null;
  expiresOn: string | null;
  /** Of a unit, in cents. */
  wholesale: number | null;
  lot: { id: number; batchNumber: string; status: LotStatus } | null;
  /** The product that is remembered or proposed for its item. */
  productId: number | null;
};

/** Packages here that are no lot, also those that are not counted in units. */
const isWaiting = sql`package.tag is not null and not package.is_finished and package.quantity is distinct from 0
  and not exists (select from lots as lot where upper(lot.package_tag) = package.tag)`;

/** The newest first, those on their way by when they are expected; null for actors who may not count stock. */
export async function readDeliveries(actor: Actor): Promise<DeliveryRow[] | null> {
  if (!may(actor, 'inventory.see')) return null;
  const { rows } = await database().execute<DeliveryRow>(sql`
    select delivery.id, delivery.manifest, delivery.shipper, delivery.shipper_license as "shipperLicense",
      delivery.expected_at as "expectedAt",
      (extract(epoch from delivery.received_at) * 1000)::float8 as "receivedAt",
      count(shipped.tag)::int as packages, count(*) filter (where ${isWaiting} and package.quantity > 0)::int as waiting,
      count(*) filter (where exists (select from lots as lot where upper(lot.package_tag) = shipped.tag))::int as lots
    from (
      (select * from state_deliveries where received_at is null and not is_voided
        order by expected_at, id limit ${MOST_DELIVERIES})
      union all
      (select * from state_deliveries where received_at is not null and not is_voided
        order by received_at desc, id limit ${MOST_DELIVERIES})
    ) as delivery
    left join state_delivery_packages as shipped on shipped.delivery_id = delivery.id
    left join tracked_packages as package on package.tag = shipped.tag
    group by delivery.id, delivery.manifest, delivery.shipper, delivery.shipper_license, delivery.expected_at,
      delivery.received_at
    order by delivery.received_at desc nulls first, delivery.expected_at, delivery.id`);
  return rows;
}

/** One delivery with its packages; null for actors who may not count stock, and for none of this id. */
export async function readDelivery(
  actor: Actor,
  id: string,
): Promise<{ delivery: DeliveryRow & { isVoided: boolean }; packages: PackageRow[] } | null> {
  if (!may(actor, 'inventory.see')) return null;
  const { rows } = await database().execute<
    Omit<DeliveryRow & { isVoided: boolean }, 'packages' | 'waiting' | 'lots'>
  >(sql`
    select id, manifest, shipper, shipper_license as "shipperLicense", expected_at as "expectedAt",
      (extract(epoch from received_at) * 1000)::float8 as "receivedAt", is_voided as "isVoided"
    from state_deliveries where id = ${id}`);
  const [delivery] = rows;
  if (!delivery) return null;
  const packages = await readPackages(sql`
    select shipped.tag, shipped.item, shipped.state, shipped.unit, coalesce(package.quantity, shipped.quantity) as quantity,
      shipped.shipped, shipped.quantity as "sent", shipped.wholesale, shipped.packaged_on as "packagedOn",
      shipped.expires_on as "expiresOn", coalesce(package.test_state, shipped.test_state) as "testState",
      ${packageMarks}, shipped.has_passed as "sentPassed", package.tag is not null as "isHere",
      coalesce(package.is_finished, false) as "isFinished"
    from state_delivery_packages as shipped
    left join tracked_packages as package on package.tag = shipped.tag
    where shipped.delivery_id = ${id} order by shipped.position`);
  const waiting = packages.filter(({ isReady }) => isReady).length;
  const lots = packages.filter(({ lot }) => lot !== null).length;
  return { delivery: { ...delivery, packages: packages.length, waiting, lots }, packages };
}

/** Packages at this license with units, without a lot and without a delivery. For code that has asked for the permission. */
export function readLoosePackages(): Promise<PackageRow[]> {
  return readPackages(sql`
    select package.tag, package.item, null as state, package.unit, package.quantity, null::int as shipped,
      null::int as "sent", null::int as wholesale, null as "packagedOn", null as "expiresOn",
      package.test_state as "testState", ${packageMarks}, package.has_passed as "sentPassed", true as "isHere",
      false as "isFinished"
    from tracked_packages as package
    where ${isWaiting} and not exists (
      select from state_delivery_packages as shipped
      join state_deliveries as delivery on delivery.id = shipped.delivery_id
      where shipped.tag = package.tag and not delivery.is_voided)
    order by package.item, package.tag limit ${MOST_PACKAGES}`);
}

type Stored = Omit<PackageRow, 'marks' | 'isReady' | 'lot' | 'productId'> &
  StateMarks & { sent: number | null; sentPassed: boolean; isHere: boolean };

async function readPackages(of: ReturnType<typeof sql>): Promise<PackageRow[]> {
  const { rows } = await database().execute<Stored>(of);
  const [lots, products] = await Promise.all([
    lotsOfTags(rows.map(({ tag }) => tag)),
    productsOfItems(rows.map(({ item }) => item)),
  ]);
  return rows.map((row) => {
    const { sent, sentPassed, isHere, isOnHold, isOnRecall, isInvestigated, hasPassed, wholesale, ...shown } =
      row;
    const lot = lots.get(row.tag) ?? null;
    return {
      ...shown,
      marks: {
        ...{ isOnHold: isOnHold ?? false, isOnRecall: isOnRecall ?? false },
        ...{ isInvestigated: isInvestigated ?? false, hasPassed: isHere ? hasPassed : sentPassed },
      },
      isReady: isHere && lot === null && !row.isFinished && row.quantity !== null && row.quantity > 0,
      wholesale: unitWholesale(wholesale, row.shipped ?? sent),
      lot,
      productId: products.get(row.item) ?? null,
    };
  });
}

async function lotsOfTags(tags: readonly string[]): Promise<Map<string, NonNullable<PackageRow['lot']>>> {
  if (tags.length === 0) return new Map();
  const { rows } = await database().execute<NonNullable<PackageRow['lot']> & { tag: string }>(sql`
    select distinct on (upper(package_tag)) upper(package_tag) as tag, id, batch_number as "batchNumber", status
    from lots where upper(package_tag) = any(${sql.param([...tags])}::text[]) order by upper(package_tag), id`);
  return new Map(rows.map(({ tag, ...lot }) => [tag, lot]));
}

/** What the lot's page says of its package: where it came from, and how the state was last read. */
export type LotOrigin = {
  /** Null without a delivery. */
  delivery: { id: string; manifest: string; shipper: string; receivedAt: number | null } | null;
  testedOn: string | null;
  lacks: string[];
  /** Null for a package that the shop has not read. Milliseconds since 1970. */
  now:
    | (StateMarks & {
        testState: string;
        quantity: number | null;
        unit: string;
        isFinished: boolean;
        readAt: number;
      })
    | null;
};

/** Null for a lot without a package tag. For code that has asked for the permission. */
export async function readLotOrigin(lotId: number): Promise<LotOrigin | null> {
  const { rows } = await database().execute<LotOrigin>(sql`
    select made.tested_on as "testedOn", coalesce(made.lacks, '{}') as lacks,
      (select json_build_object('id', delivery.id, 'manifest', delivery.manifest, 'shipper', delivery.shipper,
          'receivedAt', extract(epoch from delivery.received_at) * 1000)
        from state_delivery_packages as shipped
        join state_deliveries as delivery on delivery.id = shipped.delivery_id
        where shipped.tag = upper(lot.package_tag) and not delivery.is_voided
        order by delivery.received_at desc nulls last, delivery.id limit 1) as delivery,
      case when package.tag is not null then json_build_object('testState', package.test_state,
        'isOnRecall', package.is_on_recall, 'isOnHold', package.is_on_hold, 'isInvestigated', package.is_investigated,
        'hasPassed', package.has_passed, 'quantity', package.quantity, 'unit', package.unit,
        'isFinished', package.is_finished, 'readAt', extract(epoch from package.read_at) * 1000) end as now
    from lots as lot
    left join state_lots as made on made.lot_id = lot.id
    left join tracked_packages as package on package.tag = upper(lot.package_tag)
    where lot.id = ${lotId} and lot.package_tag is not null`);
  return rows[0] ?? null;
}
