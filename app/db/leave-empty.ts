/** Makes something in an empty database, or leaves the database as it was. */
import type pg from 'pg';

/** What `work` makes by connections of its own, migrations among them, is dropped when it fails. */
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
 * Schemas, and what is in the schema `public`, the members of extensions apart: 'table if exists public.users'.
 * Tables first, because a sequence of a table cannot be dropped while the table is there.
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
