import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { columnsNamed, jsonRows, replacing } from './json-rows.ts';

test('rows are one value, under the names that PostgreSQL gives their columns', () => {
  const at = new Date('2026-11-30T04:00:00Z');
  expect(
    JSON.parse(jsonRows([{ userEmail: "a'); drop table users", isVerifiedOver21: null, paidAt: at }])),
  ).toEqual([{ user_email: "a'); drop table users", is_verified_over21: null, paid_at: at.toISOString() }]);
  const { sql: text } = new PgDialect().sqlToQuery(
    sql`insert into x (${columnsNamed(['id', 'userEmail'])}) do update set ${replacing(['userEmail'])}`,
  );
  expect(text).toBe('insert into x (id, user_email) do update set user_email = excluded.user_email');
});
