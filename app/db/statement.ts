/**
 * Builds statements once: for the queries of every order, building SQL costs as much as running it, and so does
 * Drizzle's overhead per query.
 */
import { Column, is, Param, Placeholder, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { type Database, database, databasePool } from './client.ts';
import { clientOf, type Transaction } from './transaction.ts';

/** The interface that Drizzle's statement builders share. */
type Builder<Answer> = { prepare(name: string): { execute(): Promise<Answer> } };
/** The parts we use of a statement that Drizzle prepared; `fields` is set only when it returns rows. */
type Prepared = {
  params: unknown[];
  fields?: { path: string[]; field: unknown }[];
  queryConfig: pg.QueryArrayConfig;
  rawQueryConfig: pg.QueryConfig;
};
type Values = Readonly<Record<string, unknown>>;
/** A built statement: how to run it, and how to map its result. */
type Made<Answer> = {
  config: pg.QueryConfig;
  fill: readonly Filler[];
  answer: (result: pg.QueryResult) => Answer;
};

let made = 0;
const newName = () => {
  made += 1;
  return `statement_${made}`;
};

/**
 * A statement that runs often with different values, marked by `sql.placeholder('name')`. Built on first use, parsed
 * and planned once per connection:
 *
 *     const lockProfile = statement((tx) =>
 *       tx.select().from(profiles).where(eq(profiles.userId, sql.placeholder('userId'))).for('update'));
 *     const [profile] = await lockProfile(tx, { userId });
 */
export function statement<Answer>(
  build: (tx: Transaction) => Builder<Answer>,
): (tx: Transaction, values?: Values) => Promise<Answer> {
  let kept: Made<Answer> | null = null;
  return (tx, values) => {
    kept ??= madeOf(build(tx).prepare(newName()) as unknown as Prepared);
    return ask(clientOf(tx), kept, values);
  };
}

/** Like `statement`, for a statement outside any transaction: a read by a request or a job, or a single change. */
export function singleStatement<Answer>(
  build: (db: Database) => Builder<Answer>,
): (values?: Values) => Promise<Answer> {
  let kept: Made<Answer> | null = null;
  return (values) => {
    kept ??= madeOf(build(database()).prepare(newName()) as unknown as Prepared);
    return ask(databasePool(), kept, values);
  };
}

/** Like `statement`, for handwritten SQL. Returns rows with PostgreSQL's column names. */
export function writtenStatement<Row extends object>(
  text: SQL,
): (tx: Transaction, values?: Values) => Promise<Row[]> {
  let kept: Made<Row[]> | null = null;
  return (tx, values) => {
    kept ??= written(text);
    return ask(clientOf(tx), kept, values);
  };
}

async function ask<Answer>(
  asked: pg.PoolClient | pg.Pool,
  { config, fill, answer }: Made<Answer>,
  values: Values = {},
): Promise<Answer> {
  const given = fill.map((filled) => filled(values));
  return answer(await asked.query({ ...config, values: given }));
}

/** Drizzle's own query path takes four promises and three spans per statement; this one takes none. */
function madeOf<Answer>({ params, fields, queryConfig, rawQueryConfig }: Prepared): Made<Answer> {
  const fill = params.map(fillerOf);
  if (!fields) return { config: rawQueryConfig, fill, answer: (result) => result as Answer };
  const columns = fields.map(({ path, field }) => {
    const [name, ...others] = path;
    if (name === undefined || others.length > 0)
      throw new Error('a statement reads columns, not whole tables');
    return { name, decode: decoderOf(field) };
  });
  const rowOf = (values: unknown[]) =>
    Object.fromEntries(columns.map(({ name, decode }, nth) => [name, decode(values[nth])]));
  return { config: queryConfig, fill, answer: (result) => result.rows.map(rowOf) as Answer };
}

const dialect = new PgDialect({ casing: 'snake_case' });

function written<Row extends object>(text: SQL): Made<Row[]> {
  const { sql, params } = dialect.sqlToQuery(text);
  return {
    config: { name: newName(), text: sql },
    fill: params.map(fillerOf),
    answer: (result) => result.rows as Row[],
  };
}

function decoderOf(field: unknown): (value: unknown) => unknown {
  const decoder = is(field, Column)
    ? field
    : is(field, SQL)
      ? (field as unknown as { decoder: Decoder }).decoder
      : (field as { sql: { decoder: Decoder } }).sql.decoder;
  return (value) => (value === null ? null : decoder.mapFromDriverValue(value as never));
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

type Filler = (values: Values) => unknown;

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

/** A placeholder for each of these columns, under the column's name. */
export function placeholders<const Name extends string>(...names: readonly Name[]) {
  return placeholdersOf('', names);
}

/** Statements with more rows than this are built every time. */
const MOST_ROWS = 20;

/** Returns placeholders for these columns of one of several rows. */
type Row = <const Name extends string>(...names: readonly Name[]) => Record<Name, Placeholder>;

/** Like `statement`, for any number of rows of one shape; caches one statement per number of rows. */
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
