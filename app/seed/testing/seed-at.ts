/** Writes the demo store to a separate database, as if the machine's clock showed another time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { instantOf } from '#kernel/time.ts';
import { readEnv } from '#platform/env.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { seedWhenEmpty } from '../seed-when-empty.ts';

/** Returns the invariants' results, the number of products, and whether all of them are in the past at `moment`. */
export async function seedAt(
  moment: string,
): Promise<{ violations: string[]; products: number; isPast: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'farmgate-seed-'));
  const fresh = await freshDatabase();
  try {
    openFiles(folderStore(join(folder, 'files')));
    await seedWhenEmpty({
      root: join(import.meta.dirname, '../../..'),
      env: readEnv({ DATA_FOLDER: folder }),
      origin: 'http://localhost:3000',
      say: () => undefined,
      clock: () => instantOf(new Date(moment)),
    });
    const { rows } = await fresh.db.execute<{ products: number; isPast: boolean }>(sql`
      select count(*)::int as products, max(created_at) <= ${moment}::timestamptz as "isPast" from products`);
    return {
      violations: await checkInvariants(fresh.db),
      products: rows[0]?.products ?? 0,
      isPast: rows[0]?.isPast ?? false,
    };
  } finally {
    await fresh.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
