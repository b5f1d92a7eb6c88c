/** A row that is deleted finds the rows that name it by an index: without one each deletion reads their whole table. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { freshShop } from './support/fresh-shop.ts';

const fresh = freshShop(afterAll);

/** Columns of tables that stay small, or of rows that are never deleted. */
const READ_WHOLE = {
  'favorites.product_id': 'products are archived, not deleted',
  'saved_views.owner_id': 'staff have a handful of views',
  'shown_orders.order_id': 'one row for each register',
  'shown_orders.walk_in_id': 'one row for each register',
  'walk_ins.user_id': 'holds the walk-ins of a day',
};

test('every foreign key that follows a deletion has an index', async () => {
  const { rows } = await fresh.db.execute<{ name: string }>(sql`
    select refers.conrelid::regclass || '.' || owned.attname as name
    from pg_constraint as refers
    join pg_attribute as owned on owned.attrelid = refers.conrelid and owned.attnum = refers.conkey[1]
    where refers.contype = 'f' and refers.connamespace = 'public'::regnamespace
      and refers.confdeltype in ('c', 'n')
      and not exists (
        select from pg_index where indrelid = refers.conrelid and indkey[0] = refers.conkey[1])
    order by name`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(READ_WHOLE));
});
