/** Reads what was reported, for comparing it with what the state's system has. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { type Cents, cents } from '#kernel/money.ts';
import type { StoreDate } from '#kernel/time.ts';
import type { ReportedSale } from '../state-difference.ts';

type Reader = Pick<Transaction, 'execute'>;

/** Units of each lot that the ledger has moved and the state has not heard of yet. Refused reports are not among them. */
export async function unreported(tx: Reader): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ lotId: number; units: number }>(sql`
    select line.lot_id as "lotId", sum(ledger.on_hand_change + ledger.set_aside_change)::int as units
    from state_acts as act
    join state_act_rows as line on line.act_id = act.id
    join stock_ledger as ledger on ledger.id = line.ledger_id
    where act.status in ('waiting', 'sending')
    group by line.lot_id`);
  return new Map(rows.map(({ lotId, units }) => [lotId, units]));
}

/** Sales of a store-local day that the shop reports; the amount is what was last reported. */
export async function reportedSales(tx: Reader, day: StoreDate, zone: string): Promise<ReportedSale[]> {
  const { rows } = await tx.execute<Omit<ReportedSale, 'amount'> & { amount: Cents | number }>(sql`
    select sale.receipt_number as number, sale.state_id as "receiptId",
      coalesce((select changed.amount from state_acts as changed where changed.sale_id = sale.id
        and changed.kind = 'sale-changed' and changed.status = 'sent' order by changed.id desc limit 1),
        sale.amount, 0) as amount,
      exists (select 1 from state_acts as voiding where voiding.sale_id = sale.id and voiding.kind = 'sale-voided')
        as "isVoided",
      sale.status = 'sent' and not exists (select 1 from state_acts as next where next.sale_id = sale.id
        and next.status not in ('sent', 'skipped')) as "isDone"
    from state_acts as sale
    where sale.kind = 'sale' and sale.happened_at >= ${day.toString()}::timestamp at time zone ${zone}
      and sale.happened_at < (${day.toString()}::date + 1)::timestamp at time zone ${zone}
    order by sale.id`);
  return rows.map((row) => ({ ...row, amount: cents(row.amount) }));
}
