/** A shop that reports to a stand-in for Metrc: tagged lots with their packages, hand-overs, and what Metrc has at the end. */
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { openTracking, trackingSystem } from '#core/goods/tracking/open-tracking.server.ts';
import { planReports } from '#core/goods/tracking/reports/plan-acts.server.ts';
import { readReporting } from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import { sendActs } from '#core/goods/tracking/reports/send-acts.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import type { HandOverInput } from '#core/sales/orders/hand-over/id-check.ts';
import type { Database } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { stateReporting } from '#db/schema/tracking.ts';
import { stateReasons } from '#kernel/statuses.ts';
import { systemClock } from '#kernel/time.ts';
import { type Metrc, startMetrc } from '#seed/metrc/start-metrc.ts';
import { addPackage, newMetrcState } from '#seed/metrc/state.ts';
import { anOrder, bringTo, storedOrder } from './orders.ts';
import { aPerson, aProduct } from './people.ts';

export const ZONE = 'America/New_York';
export const LICENSE = 'OCM-MICR-24-000001';
const KEYS = { softwareKey: 'software-hunter2', licenseKey: 'farm-hunter3' };
export const LONG_AGO = new Date('2025-01-01T12:00:00Z');

/** A stand-in that knows the shop's keys, and the shop connected to it. */
export async function connectToMetrc(clock?: () => Date): Promise<Metrc> {
  const state = newMetrcState({
    ...{ integratorKey: KEYS.softwareKey, userKey: KEYS.licenseKey, license: LICENSE },
  });
  const metrc = await startMetrc({ zone: ZONE, state, ...(clock ? { clock } : {}) });
  reconnect(metrc.origin);
  return metrc;
}

/** Connects the shop to another address, such as that of a system that is down. */
export function reconnect(origin: string): void {
  openTracking(async () => metrcOptions(origin));
}

export const metrcOptions = (origin: string) => ({
  ...{ origin, license: LICENSE, isOwnNetwork: true, zone: ZONE, ...KEYS },
});

/** After the simulated month: plans look back from here. */
export const AFTER_MONTH = Temporal.Instant.from('2026-11-20T12:00:00Z');

/** An advisory lock of the simulation. */
export const PLANNING = 4711;

/** Every reason of ours has one of the stand-in's. */
const allReasons = Object.fromEntries(
  stateReasons.map((reason) => [
    reason,
    reason === 'theft' ? { name: 'Theft', requiresNote: true } : { name: 'Waste', requiresNote: false },
  ]),
);

export const allTerms = { reasons: allReasons, placeSince: null };

/** The shop reports from this day on. */
export async function startReports(db: Database, fromDay = '2026-01-01'): Promise<void> {
  const row = {
    ...{ isOn: true, fromDay, fromAt: null, place: null, placeSince: null },
    ...{ reasons: allReasons, answeredAt: null, silentSince: null },
  };
  await db.insert(stateReporting).values(row).onConflictDoUpdate({ target: stateReporting.id, set: row });
}

let tags = 0;
export const newTag = () => `1A4FF0100000022${String(++tags).padStart(9, '0')}`;

export type TrackedProduct = { productId: number; lotId: number; tag: string };

/** A product whose one lot has a tag, and the same units in its package. */
export async function aTrackedProduct(db: Database, metrc: Metrc, onHand = 10): Promise<TrackedProduct> {
  const productId = await aProduct(db, { onHand });
  const tag = newTag();
  const [lot] = await db
    .update(lots)
    .set({ packageTag: tag })
    .where(eq(lots.productId, productId))
    .returning({ lotId: lots.id });
  if (onHand > 0) addPackage(metrc.state, { label: tag, license: LICENSE, quantity: onHand }, LONG_AGO);
  return { productId, lotId: lot?.lotId ?? 0, tag };
}

/** Sells units to a new customer, hand-over included. Returns the order's number. */
export async function sell(
  db: Database,
  staff: SignedIn,
  lines: readonly (readonly [TrackedProduct, number])[],
  input: Partial<HandOverInput> = {},
  now: Temporal.Instant = systemClock(),
): Promise<string> {
  const customer = await aPerson(db);
  const orderId = await anOrder(
    customer,
    lines.map(([{ productId }, units]) => [productId, units] as const),
  );
  await bringTo(staff, orderId, 'ready');
  const { version, total } = await storedOrder(db, orderId);
  const done = await handOverOrder(
    staff,
    orderId,
    {
      ...{ version, idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2028-01-31' },
      ...{ idBirthDate: '1995-06-15', nameMatches: true, cashReceived: total + 100, ...input },
    },
    now,
  );
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return orderId;
}

/** Plans what happened and sends it. @param after seconds from now: what waits for a look-up is due then */
export async function report(after = 0): Promise<Awaited<ReturnType<typeof sendActs>>> {
  const system = await trackingSystem();
  if (!system) throw new Error('not connected');
  await planReports();
  return sendActs(
    system,
    (await readReporting()) ?? allTerms,
    () => true,
    () => systemClock().add({ seconds: after }),
  );
}

/** Ends the acts of earlier tests. Returns the last one. */
export async function endActs(db: Database): Promise<number> {
  await startReports(db);
  await planReports();
  await db.execute(
    sql`update state_acts set status = 'skipped' where status in ('waiting', 'sending', 'refused')`,
  );
  const { rows } = await db.execute<{ last: number }>(
    sql`select coalesce(max(id), 0)::int as last from state_acts`,
  );
  return rows[0]?.last ?? 0;
}

/** Acts after one, as people would list them: 'sale sent ORD1'. */
export async function actsOf(db: Database, after = 0): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select concat_ws(' ', kind, status, receipt_number, units, nullif(answer, '')) as line from state_acts
    where id > ${after} order by id`);
  return rows.map(({ line }) => line);
}

/** Live receipts of the stand-in: 'ORD1: 2 of …001, $90.00'. */
export function receiptsIn({ state }: Metrc): string[] {
  return Object.values(state.receipts)
    .filter(({ archivedDate }) => archivedDate === null)
    .map(({ externalNumber, transactions }) => {
      const lines = transactions.map(
        ({ label, quantity, total }) => `${quantity} of ${label.slice(-3)} $${total.toFixed(2)}`,
      );
      return `${externalNumber}: ${lines.join(', ')}`;
    });
}

/** Packages whose quantity differs from their lots. */
export async function drift(db: Database, { state }: Metrc): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string; units: number }>(sql`
    select upper(package_tag) as tag, sum(on_hand)::int as units from lots where package_tag is not null group by 1`);
  return rows.flatMap(({ tag, units }) => {
    const found = state.packages[tag]?.quantity ?? 0;
    return found === units ? [] : [`${tag}: ${units} here, ${found} there`];
  });
}
