/** Writes many rows without updating indexes and foreign keys row by row. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';

/** The name of an object, and the statements that drop and restore it. */
type Upkeep = { drop: string; restore: string };

/**
 * Drops the foreign keys, unique constraints and secondary indexes of `tables`, disables their triggers, runs `work`,
 * and recreates all of it from its own definitions: building an index and checking a foreign key once is several times
 * faster than a million times. All in `tx`, so that after any error the schema is as it was. Until the transaction
 * ends, no one else can read or write these tables or those they refer to.
 */
export async function withoutUpkeep(
  tx: Transaction,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const named = sql`any(${sql.param([...tables])}::regclass[])`;
  // Locked at once and in a fixed order, before any write, so that a deadlock costs nothing.
  const { rows: locked } = await tx.execute<{ name: string }>(sql`
    select oid::regclass::text as name from pg_class
    where oid = ${named} or oid in (select confrelid from pg_constraint where contype = 'f' and conrelid = ${named})
    order by oid`);
  await tx.execute(
    sql.raw(`lock table ${locked.map(({ name }) => name).join(', ')} in access exclusive mode`),
  );
  const { rows: constraints } = await tx.execute<Upkeep>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype in ('f', 'u') and conrelid = ${named} order by contype = 'f', oid`);
  const { rows: indexes } = await tx.execute<Upkeep>(sql`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
    from pg_index where indrelid = ${named} and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`);

  for (const { drop } of [...constraints.toReversed(), ...indexes]) await tx.execute(sql.raw(drop));
  // Triggers that update totals; the caller recalculates these at the end. Triggers that forbid changes stay enabled.
  const { rows: triggers } = await tx.execute<Upkeep>(sql`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as drop,
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as restore
    from pg_trigger where tgrelid = ${named} and tgname like 'sales_of_%'`);
  for (const { drop } of triggers) await tx.execute(sql.raw(drop));
  await work();
  // Unique constraints come before indexes, and foreign keys last, as in the migrations.
  const isForeignKey = ({ restore }: Upkeep) => restore.includes(' FOREIGN KEY ');
  const restored = [
    ...constraints.filter((constraint) => !isForeignKey(constraint)),
    ...indexes,
    ...constraints.filter(isForeignKey),
  ];
  for (const { restore } of [...restored, ...triggers]) await tx.execute(sql.raw(restore));
}
