/** Reads the tax rules. Each instance caches them until the database announces a change. */
import { asc } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { basisPoints } from '#kernel/money.ts';
import { noteShown } from '#platform/pages/shown.ts';
import { shippedTaxRules, type TaxRule } from './tax.ts';

let kept: Promise<readonly TaxRule[]> | null = null;

/** Invalidates the cache; called when the database announces a change. */
export function forgetTaxRules(): void {
  kept = null;
}

/**
 * Every rule, past, present and future; `taxFor` selects those in force on a day. A store whose owner has not added any
 * starts with the shipped estimate (specification section 9), never without tax.
 */
export function readTaxRules(): Promise<readonly TaxRule[]> {
  noteShown('tax_rules');
  if (!kept) {
    const loading = load();
    kept = loading;
    // A failed read must not stay cached.
    loading.catch(() => {
      if (kept === loading) kept = null;
    });
  }
  return kept;
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
