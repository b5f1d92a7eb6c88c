/** Asks printers for papers, in the transaction of what the papers are about. Locks nothing; the same cause prints once. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { statement } from '#db/statement.ts';

const orderId = sql.placeholder('orderId');

const queueSlip = statement(sql`
  insert into ${printJobs} (printer_id, kind, order_id, key)
  select id, 'slip', ${orderId}::uuid, 'slip:' || ${orderId}::text from ${printers} where prints_slips
  on conflict do nothing`);

const queueReceipt = statement(sql`
  insert into ${printJobs} (printer_id, kind, order_id, key)
  select id, 'receipt', ${orderId}::uuid, 'receipt:' || ${orderId}::text from ${printers} where prints_receipts
  on conflict do nothing`);

const queueDrawer = statement(sql`
  insert into ${printJobs} (printer_id, kind, order_id, key)
  select id, 'drawer', ${orderId}::uuid, 'drawer:' || ${orderId}::text from ${printers} where opens_drawer
  on conflict do nothing`);

/** The drawer opens before the receipt prints. @param orderId the row's id */
export async function openDrawerFor(tx: Transaction, orderId: string): Promise<void> {
  await queueDrawer(tx, { orderId });
}

/** On every printer that prints what arrives. @param orderId the row's id */
export async function printSlip(tx: Transaction, orderId: string): Promise<void> {
  await queueSlip(tx, { orderId });
}

/** On every printer that prints what is paid. @param orderId the row's id */
export async function printPaid(tx: Transaction, orderId: string): Promise<void> {
  await queueReceipt(tx, { orderId });
}
