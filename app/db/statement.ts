/** Statements that are put together once: for what every order asks, putting SQL together costs as much as asking it. */
import { is, Param, Placeholder } from 'drizzle-orm';
import type pg from 'pg';
import { clientOf, type Transaction } from './transaction.ts';

/** What Drizzle's builders of statements have in common. */
type Builder<Answer> = { prepare(name: string): { execute(): Promise<Answer> } };
/** Of what Drizzle makes of them, what is another one each time it is asked. */
type Prepared<Answer> = { execute(): Promise<Answer>; params: unknown[]; client: pg.PoolClient };

let made = 0;

/**
 * A statement that is asked again and again with other values, for which `sql.placeholder('name')` stands. Put together
 * when it is first asked, parsed and planned once per connection:
 *
 *     const lockProfile = statement((tx) =>
 *       tx.select().from(profiles).where(eq(profiles.userId, sql.placeholder('userId'))).for('update'));
 *     const [profile] = await lockProfile(tx, { userId });
 */
export function statement<Answer>(
  build: (tx: Transaction) => Builder<Answer>,
): (tx: Transaction, values?: Readonly<Record<string, unknown>>) => Promise<Answer> {
  let kept: { prepared: Prepared<Answer>; fill: readonly Filler[] } | null = null;
  return (tx, values = {}) => {
    if (!kept) {
      made += 1;
      const prepared = build(tx).prepare(`statement_${made}`) as unknown as Prepared<Answer>;
      kept = { prepared, fill: prepared.params.map(fillerOf) };
    }
    const params = kept.fill.map((fill) => fill(values));
    return Object.create(kept.prepared, {
      client: { value: clientOf(tx) },
      params: { value: params },
    }).execute();
  };
}

type Filler = (values: Readonly<Record<string, unknown>>) => unknown;

function fillerOf(param: unknown): Filler {
  const [placeholder, encode] = is(param, Param)
    ? [param.value, (value: unknown) => (value === null ? null : param.encoder.mapToDriverValue(value))]
    : [param, (value: unknown) => value];
  if (!is(placeholder, Placeholder)) return () => param;
  const { name } = placeholder;
  return (values) => {
    if (values[name] === undefined) throw new Error(`the statement was asked without a value for '${name}'`);
    return encode(values[name]);
  };
}

/** A placeholder for each of these columns, of the column's own name. */
export function placeholders<const Name extends string>(...names: readonly Name[]) {
  return placeholdersOf('', names);
}

/** More rows than this are put together anew each time. */
const MOST_ROWS = 20;

/** Placeholders for the values that one of several rows has under these names. */
type Row = <const Name extends string>(...names: readonly Name[]) => Record<Name, Placeholder>;

/** Like `statement`, for any number of rows of one shape: one statement is kept for each number. */
export function statementOfRows(
  build: (tx: Transaction, rows: readonly Row[]) => Builder<unknown>,
): (tx: Transaction, rows: readonly Readonly<Record<string, unknown>>[]) => Promise<void> {
  const kept = new Map<number, ReturnType<typeof statement>>();
  const ofSize = (size: number) => {
    const rows = Array.from(
      { length: size },
      (_, nth): Row =>
        (...names) =>
          placeholdersOf(`${nth} `, names),
    );
    return statement((tx) => build(tx, rows));
  };
  return async (tx, rows) => {
    const ask = kept.get(rows.length) ?? ofSize(rows.length);
    if (rows.length <= MOST_ROWS) kept.set(rows.length, ask);
    const values = rows.flatMap((row, nth) =>
      Object.entries(row).map(([name, value]) => [`${nth} ${name}`, value] as const),
    );
    await ask(tx, Object.fromEntries(values));
  };
}

function placeholdersOf<const Name extends string>(prefix: string, names: readonly Name[]) {
  const made = names.map((name) => [name, new Placeholder(prefix + name)] as const);
  return Object.fromEntries(made) as unknown as Record<Name, Placeholder>;
}
