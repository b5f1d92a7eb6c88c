/** Stores the state's packages of a day, from a file or read from the state's system. The newest of a day count. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { stateFiles } from '#db/schema/reconciliation.ts';
import type { StoreDate } from '#kernel/time.ts';
import { READ_FROM_STATE, type StatePackage } from './state-file.ts';

type Read = {
  id: string;
  /** Of what is stored: a second time it stores nothing. */
  key: string;
  day: StoreDate;
  at: Date;
  /** Null for what the shop read by itself. */
  by: { userId: string; name: string } | null;
};

/** For commands that have checked the permission. Returns whether it stored them. */
export async function storePackages(
  tx: Transaction,
  { id, key, day, at, by }: Read,
  packages: readonly StatePackage[],
  format = READ_FROM_STATE,
): Promise<boolean> {
  const stored = await tx
    .insert(stateFiles)
    .values({
      ...{ id, key, day: day.toString(), format, packages: packages.length },
      ...{ uploadedBy: by?.userId ?? null, uploadedByName: by?.name ?? '', createdAt: at },
    })
    .onConflictDoNothing({ target: stateFiles.key })
    .returning({ id: stateFiles.id });
  if (stored.length === 0) return false;
  await tx.execute(sql`
    insert into state_packages (file_id, tag, item, quantity, unit)
    select ${id}::uuid, tag, item, quantity, unit
    from json_to_recordset(${JSON.stringify(packages)}::json) as package (tag text, item text, quantity int, unit text)`);
  return true;
}
