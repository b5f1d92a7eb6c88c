import { type SQL, sql } from 'drizzle-orm';

/**
 * A repeatable random draw inside PostgreSQL: a whole number from 0 up to, not including, `choices`, determined by the
 * row's number (an integer expression) and `salt`. Different salts give independent draws for the same row.
 */
export function draw(row: SQL, salt: number, choices: number | SQL): SQL {
  return sql`((hashint8extended(${row}, ${sql.raw(String(salt))}) & 2147483647) % (${
    typeof choices === 'number' ? sql.raw(String(choices)) : choices
  }))::int`;
}

/** A random one of the words. */
export function drawWord(row: SQL, salt: number, words: readonly string[]): SQL {
  return sql`(${sql.param([...words])}::text[])[1 + ${draw(row, salt, words.length)}]`;
}
