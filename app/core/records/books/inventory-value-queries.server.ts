/**
 * Computes what the stock was worth at the end of a day: every unit in the building, for sale or not, at the product's
 * wholesale price. Counted back from the units of now by the ledger, so it is exact for any day.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { DayRange } from '#core/records/analytics/range.ts';
import type { Transaction } from '#db/client.ts';
import { asDate, type StoreDate, startOfDay } from '#kernel/time.ts';
import type { InventoryValue } from './figures.ts';

/** By day and tax class. Wholesale prices are those of now. */
export function valuesOf({ from, to }: DayRange, zone: string): SQL {
  return sql`
    with price as (select id, tax_class, wholesale_price, (wholesale_price = 0)::int as has_none from products),
    present as materialized (
      select tax_class, sum(units) as units, sum(units * wholesale_price) as value, sum(units * has_none) as without
      from (select product_id, sum(on_hand) as units from lots group by 1) as stock join price on price.id = product_id group by 1
    ),
    moved as materialized (
      select tax_class, greatest(day, ${from.toString()}::date) as day, sum(units) as units,
        sum(units * wholesale_price) as value, sum(units * has_none) as without
      from (
        select product_id, (created_at at time zone ${zone})::date as day, sum(on_hand_change + set_aside_change) as units
        from stock_ledger where created_at >= ${asDate(startOfDay(from.add({ days: 1 }), zone))} group by 1, 2
      ) as change join price on price.id = product_id group by 1, 2
    )
    select days.day::date as day, tax_class, (present.units - coalesce(since.units, 0))::bigint as units,
      (present.value - coalesce(since.value, 0))::bigint as value,
      (present.without - coalesce(since.without, 0))::bigint as without
    from present cross join generate_series(${from.toString()}::date, ${to.toString()}::date, '1 day') as days (day)
    left join lateral (
      select sum(moved.units) as units, sum(moved.value) as value, sum(moved.without) as without
      from moved where moved.tax_class = present.tax_class and moved.day > days.day
    ) as since on true`;
}

/** As recorded at the end of the day; computed at the prices of now for a day that was not, and for today. */
export async function inventoryAt(
  tx: Pick<Transaction, 'execute'>,
  day: StoreDate,
  zone: string,
): Promise<InventoryValue> {
  type Sums = Omit<InventoryValue, 'day'>;
  const { rows } = await tx.execute<Sums & { rows: number }>(sql`
    select count(*)::int as rows, coalesce(sum(units), 0)::float8 as units, coalesce(sum(value), 0)::float8 as value,
      coalesce(sum(units_without_cost), 0)::float8 as "unitsWithoutCost", coalesce(bool_or(is_late), false) as "isLate"
    from inventory_by_day where day = ${day.toString()}::date`);
  const [recorded] = rows;
  if (recorded && recorded.rows > 0) {
    const { units, value, unitsWithoutCost, isLate } = recorded;
    return { day: day.toString(), units, value, unitsWithoutCost, isLate };
  }
  const { rows: computed } = await tx.execute<Omit<Sums, 'isLate'>>(sql`
    select coalesce(sum(units), 0)::float8 as units, coalesce(sum(value), 0)::float8 as value,
      coalesce(sum(without), 0)::float8 as "unitsWithoutCost"
    from (${valuesOf({ from: day, to: day }, zone)}) as at_end`);
  const sums = computed[0] ?? { units: 0, value: 0, unitsWithoutCost: 0 };
  return { day: day.toString(), ...sums, isLate: true };
}
