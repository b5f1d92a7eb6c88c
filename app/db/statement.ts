/**
 * Statements by hand, for what runs at every order, mail or page of a signed-in customer: parsed and planned once per
 * connection. Everything else is Drizzle.
 */
import { is, Placeholder, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';

type Values = Readonly<Record<string, unknown>>;
/** A transaction, or the database for a statement outside any. */
type Asked = { readonly $client: pg.ClientBase | pg.Pool };

const dialect = new PgDialect({ casing: 'snake_case' });
let statements = 0;

/**
 * A statement with different values each time, marked by `sql.placeholder('name')`. Returns rows as PostgreSQL names
 * their columns. A `date` needs a cast to text; an instant arrives as a `Date`.
 *
 *     const lockProfile = statement<{ fullName: string }>(sql`
 *       select full_name as "fullName" from ${customerProfiles} where user_id = ${sql.placeholder('userId')} for update`);
 *     const [profile] = await lockProfile(tx, { userId });
 *
 * It is sent at once, so several in one `together` arrive in their order.
 * @throws when a placeholder has no value: a null has to be said.
 */
export function statement<Row extends object>(written: SQL): (db: Asked, values?: Values) => Promise<Row[]> {
  let query: { name: string; text: string; params: readonly unknown[] } | null = null;
  return async (db, values = {}) => {
    query ??= named(written);
    const { name, text, params } = query;
    const all = params.map((param) => (is(param, Placeholder) ? given(param, values) : param));
    const { rows } = await db.$client.query<Row>({ name, text, values: all });
    return rows;
  };
}

function named(written: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(written);
  statements += 1;
  return { name: `statement_${statements}`, text, params };
}

function given({ name }: Placeholder, values: Values): unknown {
  if (values[name] === undefined) throw new Error(`the statement has no value for '${name}'`);
  return values[name];
}

/** A placeholder for each of these names. */
export function placeholders<const Name extends string>(...names: readonly Name[]) {
  const made = names.map((name) => [name, new Placeholder(name)] as const);
  return Object.fromEntries(made) as unknown as Record<Name, Placeholder>;
}
