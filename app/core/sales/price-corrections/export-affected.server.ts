/** Exports everyone a wrong price hit as spreadsheet rows. Audits the actor and the filters first. */
import type { Actor } from '#core/ground/access/actor.ts';
import { type Exported, exportRecords } from '#core/ground/audit/export-records.server.ts';
import { instantOf } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { dollars, localTime } from '#platform/csv/export-cells.ts';
import { type AffectedKind, personOf, totalsByPerson, type Wrong } from './affected.ts';
import { readAffected } from './affected-queries.server.ts';
import { saleWayLabel } from './price-correction.ts';

/** Money in dollars, times as `localTime` writes them. `person_total` is what all lines of the person come to. */
export const affectedColumns = {
  order: 'order_id',
  at: 'created_at',
  customer: 'full_name',
  email: 'user_email',
  way: 'sold',
  units: 'units',
  paid: 'list_price',
  discount: 'unit_discount',
  right: 'right_price',
  amount: 'too_much',
  tax: 'tax',
  total: 'total',
  personTotal: 'person_total',
  what: 'what',
} as const;

const whatOf: Readonly<Record<AffectedKind, string>> = {
  open: 'price is lowered',
  paid: 'difference is refunded',
  under: 'paid too little, nothing is asked',
  none: 'nothing to refund',
};

/** Refuses what `exportRecords` refuses. */
export async function exportAffected(
  actor: Actor,
  wrong: Wrong,
  zone: string,
): Promise<Exported<Record<keyof typeof affectedColumns, Cell>>> {
  return exportRecords(actor, {
    action: 'price-correction.exported',
    subjectId: 'price-corrections',
    state: {
      filters: {
        product: String(wrong.productId),
        from: localTime(wrong.from, zone),
        until: localTime(wrong.until, zone),
      },
      sort: 'created',
    },
    read: async function* (db) {
      const lines = (await readAffected(actor, wrong, db)) ?? [];
      const totals = totalsByPerson(lines);
      for (const line of lines) yield { line, total: totals.get(personOf(line)) ?? 0 };
    },
    rowOf: ({ line, total }) => ({
      order: line.orderNumber ?? 'reservation',
      at: localTime(instantOf(line.at), zone),
      customer: line.customer,
      email: line.email,
      way: saleWayLabel[line.way].toLowerCase(),
      units: line.units,
      paid: dollars(line.listPrice),
      discount: dollars(line.discount),
      right: dollars(wrong.rightPrice),
      amount: dollars(line.amount),
      tax: dollars(line.tax),
      total: dollars(line.amount + line.tax),
      personTotal: dollars(total),
      what: whatOf[line.kind],
    }),
  });
}
