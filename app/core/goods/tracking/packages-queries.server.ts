/** Reads the state's packages as they were last read, for code that has asked for the permission. */
import { sql } from 'drizzle-orm';
import { type Database, database, type Transaction } from '#db/client.ts';
import { trackedPackages } from '#db/schema/tracking.ts';

/** The state's own unit of these packages, 'Each' or 'Grams', by tag in capitals. Those never read are left out. */
export async function unitOf(
  tags: readonly string[],
  db: Pick<Database | Transaction, 'select'> = database(),
): Promise<Map<string, string>> {
  if (tags.length === 0) return new Map();
  const wanted = tags.map((tag) => tag.toUpperCase());
  const rows = await db
    .select({ tag: trackedPackages.tag, unit: trackedPackages.unit })
    .from(trackedPackages)
    .where(sql`${trackedPackages.tag} = any(${sql.param(wanted)}::text[])`);
  return new Map(rows.map(({ tag, unit }) => [tag, unit]));
}
