/** Reads the tax rules. Each instance caches them until the database announces a change. */
import { asc, max, sql } from 'drizzle-orm';
import { remember } from '#db/announced-changes.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { orders } from '#db/schema/orders.ts';
import { statement } from '#db/statement.ts';
import { basisPoints } from '#kernel/money.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { noteShown } from '#platform/pages/shown.ts';
import { shippedTaxRules, type TaxRule } from './tax.ts';

const cache = remember(() => load(database()), { tables: ['tax_rules'] });

/** The row marks of the rules that were read. */
const stamps = new WeakMap<readonly TaxRule[], string>();

/** For the command that changed a rule: its instance invalidates at once, not when the announcement arrives. */
export const invalidateTaxRules = cache.invalidate;

/**
 * Every rule, past, present and future; `taxFor` selects those in force on a day. A store whose owner has not added any
 * starts with the shipped estimate (specification section 9), never without tax.
 */
export function readTaxRules(): Promise<readonly TaxRule[]> {
  noteShown('tax_rules');
  return cache.read();
}

/**
 * For a command that taxes an order: the stored rules, even before a change of them has been announced. Called after
 * `holdSettings`, whose lock a change of the rules waits for.
 * @param known the rules read before the transaction, which are usually current.
 */
export async function holdTaxRules(tx: Transaction, known: readonly TaxRule[]): Promise<readonly TaxRule[]> {
  const rows = await readMarks(tx);
  return stamps.get(known) === stampOf(rows) ? known : load(tx);
}

/** The store day of the latest order, canceled ones included, yyyy-mm-dd; null before the first. */
export async function lastOrderDay(
  zone: string,
  from: Pick<Database, 'select'> = database(),
): Promise<string | null> {
  const [latest] = await from.select({ at: max(orders.createdAt) }).from(orders);
  return latest?.at ? storeDate(instantOf(latest.at), zone).toString() : null;
}

/** Changes with every write of the row, by any writer. */
const rowMark = sql<string>`${taxRules}.xmin::text`;

const readMarks = statement<{ id: string; mark: string }>(sql`
  select ${taxRules.id}::text as id, ${rowMark} as mark from ${taxRules}`);

const stampOf = (rows: readonly { id: string; mark: string }[]) =>
  rows
    .map(({ id, mark }) => `${id} ${mark}`)
    .sort()
    .join();

async function load(from: Pick<Database, 'select'>): Promise<readonly TaxRule[]> {
  const rows = await from
    .select({ rule: taxRules, mark: rowMark })
    .from(taxRules)
    .orderBy(asc(taxRules.from), asc(taxRules.name));
  const rules = rows.length === 0 ? shippedTaxRules : rows.map(({ rule }) => asTaxRule(rule));
  stamps.set(rules, stampOf(rows.map(({ rule, mark }) => ({ id: rule.id, mark }))));
  return rules;
}

/** Converts a stored rule to a `TaxRule`. */
export function asTaxRule(row: typeof taxRules.$inferSelect): TaxRule {
  return {
    id: row.id,
    taxClass: row.taxClass,
    name: row.name,
    rate: basisPoints(row.rate),
    from: row.from,
    until: row.until,
  };
}
