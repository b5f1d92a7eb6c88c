/** Creates any number of customers, of age and without passwords. */
import { sql } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { draw, drawWord } from './draw.ts';
import { firstNames, lastNames } from './words.ts';

const BATCH = 20_000;

/**
 * Adds `count` customers, each batch in one transaction. `existing` is the number of users before. @param now the
 * current time.
 */
export async function fillCustomers(
  count: number,
  existing: number,
  progress: (done: number) => void,
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const i = sql.raw('i');
  for (let done = 0; done < count; ) {
    const size = Math.min(BATCH, count - done);
    const first = existing + done;
    await inTransaction((tx) =>
      tx.execute(sql`
        with person as materialized (
          select i, uuidv7() as id, ${drawWord(i, 21, firstNames)} || ' ' || ${drawWord(i, 22, lastNames)} as name,
            ${at} - make_interval(mins => ${draw(i, 23, 730 * 1440)}) as joined_at
          from generate_series(${first}::int, ${first + size - 1}::int) as i
        ), made as (
          insert into users (id, name, email, email_verified, created_at, updated_at)
          select id, name, lower(replace(name, ' ', '.')) || '.' || left(md5(id::text), 10) || '@bulk.example', true, joined_at, joined_at from person
          returning id
        )
        insert into customer_profiles (user_id, full_name, phone, city, state, zipcode, birth_date, is_verified_over21, created_at, updated_at)
        select person.id, name, '(607) 555-01' || lpad((i % 100)::text, 2, '0'), 'Hancock', 'NY', '13783',
          (${at} at time zone 'UTC')::date - 8000 - ${draw(i, 24, 18_000)}, case when ${draw(i, 25, 100)} < 95 then true end, joined_at, joined_at
        from person join made using (id)`),
    );
    done += size;
    progress(done);
  }
}
