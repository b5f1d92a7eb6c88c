import { expect, test } from 'vitest';
import { statementName } from './statement-span.ts';

test.each([
  ['select "id" from "orders" where "user_email" = $1 for update', 'select', 'orders'],
  ['insert into "mail_messages" ("recipient") values ($1)', 'insert', 'mail_messages'],
  ['update products set stock = $1', 'update', 'products'],
  [
    'with gone as (delete from only pgboss.job returning id) select count(*) from gone',
    'delete',
    'pgboss.job',
  ],
  ['set transaction isolation level repeatable read', 'set', null],
  ["select 'mail from maria, ''delete from'' her', pg_notify('a', $1)", 'select', null],
])('%s is named by what it does', (text, operation, table) =>
  expect(statementName(text)).toEqual({ operation, table }),
);
