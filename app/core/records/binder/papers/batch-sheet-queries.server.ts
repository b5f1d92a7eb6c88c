/** Reads a batch sheet: what the lot is and was tested for, what became of its units, and every sale of it. */
import { sql } from 'drizzle-orm';
import { lotStatusLabel, testStatusLabel } from '#core/goods/stock/lots/lots.ts';
import type { Transaction } from '#db/client.ts';
import type { LotStatus, TestStatus } from '#kernel/statuses.ts';
import { day, time } from '../columns.server.ts';
import type { PaperPart, PaperRow } from './draw-records.server.ts';
import { paperDay, paperMoment } from './paper-table.ts';

type Reader = Pick<Transaction, 'execute'>;
type LotRow = Record<
  | ('product' | 'batchNumber' | 'packageTag' | 'status' | 'testStatus' | 'lab' | 'certificate' | 'panels')
  | ('thc' | 'cbd' | 'grownIn' | 'harvestedOn' | 'curedOn' | 'packagedOn' | 'expiresOn' | 'receivedAt'),
  string | null
> & { onHand: number };

/** Customers have no name here: an order number is enough to find one. null for a lot that there is not. */
export async function readBatchSheet(
  tx: Reader,
  lotId: number,
): Promise<{ batch: string; parts: PaperPart[] } | null> {
  const { rows: lots } = await tx.execute<LotRow>(sql`
    select concat_ws(', ', p.name, p.size) as product, l.batch_number as "batchNumber", l.package_tag as "packageTag",
      l.status, l.test_status as "testStatus", l.lab_name as lab, l.coa_number as certificate, l.test_panels as panels,
      (l.total_thc_basis_points / 100.0)::float8::text as thc, (l.total_cbd_basis_points / 100.0)::float8::text as cbd,
      l.grown_in as "grownIn", ${day('l.harvested_on')} as "harvestedOn", ${day('l.cured_on')} as "curedOn",
      ${day('l.packaged_on')} as "packagedOn", ${day('l.expires_on')} as "expiresOn", ${time('l.created_at')} as "receivedAt",
      l.on_hand as "onHand"
    from lots as l join products as p on p.id = l.product_id where l.id = ${lotId}`);
  const [lot] = lots;
  if (!lot) return null;
  const { rows: moved } = await tx.execute<PaperRow>(sql`
    select reason, count(*)::int as entries, sum(on_hand_change + set_aside_change)::int as units
    from stock_ledger where lot_id = ${lotId} group by reason
    having sum(on_hand_change + set_aside_change) <> 0 order by min(id)`);
  const { rows: sold } = await tx.execute<PaperRow>(sql`
    select ${time('coalesce(o.completed_at, r.updated_at)')} as at, o.order_id, share.quantity as units,
      (select string_agg(u.retail_unit, ' ' order by u.created_at) from packed_units as u
        where u.reservation_id = share.reservation_id and u.lot_id = share.lot_id) as codes
    from reservation_lots as share join pickup_reservations as r on r.id = share.reservation_id
    left join order_items as i on i.reservation_id = r.id left join orders as o on o.id = i.order_id
    where share.lot_id = ${lotId} and share.sold order by 1, 2`);
  const percent = (value: string | null) => (value === null ? null : `${value}%`);
  const facts: [string, string | null][] = [
    ['Product', lot.product],
    ['Batch', lot.batchNumber],
    ['Package tag', lot.packageTag],
    ['Field or room', lot.grownIn],
    ['Received', lot.receivedAt && paperMoment(lot.receivedAt)],
    ['Harvested', lot.harvestedOn && paperDay(lot.harvestedOn)],
    ['Cured', lot.curedOn && paperDay(lot.curedOn)],
    ['Packaged', lot.packagedOn && paperDay(lot.packagedOn)],
    ['Last day', lot.expiresOn && paperDay(lot.expiresOn)],
    ['Status', lotStatusLabel[lot.status as LotStatus]],
  ];
  const tests: [string, string | null][] = [
    ['Result', lot.testStatus && testStatusLabel[lot.testStatus as TestStatus]],
    ['Laboratory', lot.lab],
    ['Certificate', lot.certificate],
    ['Tested for', lot.panels],
    ['Total THC', percent(lot.thc)],
    ['Total CBD', percent(lot.cbd)],
  ];
  const known = (all: readonly [string, string | null][]) =>
    all.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value] as const]));
  const units = sold.reduce((sum, row) => sum + Number(row.units), 0);
  return {
    batch: lot.batchNumber ?? '',
    parts: [
      { title: 'Where it is from', about: '', facts: known(facts), columns: [], rows: [], sums: [] },
      {
        ...{ title: 'Tests', columns: [], rows: [], sums: [] },
        about: known(tests).length === 0 ? 'No test is on file.' : '',
        facts: known(tests),
      },
      {
        title: 'Units',
        about: 'What the stock ledger says of this lot since it was received.',
        columns: [
          { key: 'reason', label: 'Reason', width: 200 },
          { key: 'entries', label: 'Entries', width: 80, right: true },
          { key: 'units', label: 'Units', width: 80, right: true },
        ],
        rows: moved,
        sums: [`In the building now: ${lot.onHand} on hand`],
      },
      {
        title: 'Sales',
        about:
          'Every order whose customer took units of this lot home. Later returns are among the units above.',
        columns: [
          { key: 'at', label: 'Handed over', width: 100, isMoment: true },
          { key: 'order_id', label: 'Order', width: 60 },
          { key: 'units', label: 'Units', width: 44, right: true },
          { key: 'codes', label: 'Codes of units', width: 300 },
        ],
        rows: sold,
        sums: [`Units: ${units}`],
      },
    ],
  };
}
