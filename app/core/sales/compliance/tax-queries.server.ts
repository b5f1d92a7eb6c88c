/** Reads the tax rules. Each instance caches them until the database announces a change. */
import { asc } from 'drizzle-orm';
import { remember } from '#db/announced-changes.ts';
import { database } from '#db/client.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { basisPoints } from '#kernel/money.ts';
import { noteShown } from '#platform/pages/shown.ts';
import { shippedTaxRules, type TaxRule } from './tax.ts';

const cache = remember(load, { tables: ['tax_rules'] });

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

async function load(): Promise<readonly TaxRule[]> {
  const rows = await database().select().from(taxRules).orderBy(asc(taxRules.from), asc(taxRules.name));
  if (rows.length === 0) return shippedTaxRules;
  return rows.map(asTaxRule);
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
