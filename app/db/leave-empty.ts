/** Fills an empty database, or leaves it unchanged on failure. */
import type pg from 'pg';

/** Runs `work` and, when it fails, drops everything it created on any connection, migrations included. */
export async function leaveEmptyOnFailure<T>(target: pg.Client, work: () => Promise<T>): Promise<T> {
  const before = await objectsIn(target);
  try {
    return await work();
  } catch (error) {
    try {
      const made = (await objectsIn(target)).filter((name) => !before.includes(name));
      await target.query(['begin', ...made.map((name) => `drop ${name} cascade`), 'commit'].join(';'));
    } catch {
      throw new Error('The target could not be emptied again: drop it and create it again.', {
        cause: error,
      });
    }
    throw error;
  }
}

/**
 * Lists the schemas, and the objects in the schema `public` except members of extensions: 'table if exists
 * public.users'. Tables come first, because a table's sequence cannot be dropped before the table.
 */
async function objectsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%s if exists %s', object.type, object.identity) as name
    from (
      select 'pg_namespace'::regclass::oid as class, oid as id from pg_namespace
      where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'public')
      union all
      select classid, objid from pg_depend as inside
      where refclassid = 'pg_namespace'::regclass and refobjid = 'public'::regnamespace and deptype = 'n'
        and not exists (
          select from pg_depend as member
          where member.classid = inside.classid and member.objid = inside.objid and member.deptype = 'e'
        )
    ) as found cross join lateral pg_identify_object(class, id, 0) as object
    order by object.type <> 'table', 1`);
  return rows.map(({ name }) => name);
}
