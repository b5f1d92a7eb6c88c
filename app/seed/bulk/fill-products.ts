/** Creates any number of products, each with its lot, its ledger row and its stock. */
import { sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#db/client.ts';
import { demoCategories } from '../demo-catalogue.ts';
import { draw, drawWord } from './draw.ts';
import { bulkForms } from './forms.ts';
import { beginnings, endings, growers, seconds } from './words.ts';

const BATCH = 5_000;

/** The shelves of the forms; existing ones stay. */
export async function ensureShelves(db: Database): Promise<void> {
  const rows = demoCategories.map(({ slug, name, description }) => sql`(${name}, ${slug}, ${description})`);
  await db.execute(
    sql`insert into categories (name, slug, description) values ${sql.join(rows, sql`, `)} on conflict do nothing`,
  );
}

/**
 * Adds `count` products, each batch in one transaction. `progress` receives how many there are. @param now the current
 * time.
 */
export async function fillProducts(
  count: number,
  progress: (done: number) => void,
  now: Date,
): Promise<void> {
  for (let done = 0; done < count; ) {
    const size = Math.min(BATCH, count - done);
    await inTransaction((tx) => addProducts(tx, size, now));
    done += size;
    progress(done);
  }
}

async function addProducts(tx: Transaction, size: number, now: Date): Promise<void> {
  const i = sql.raw('i');
  const name = sql`${drawWord(i, 1, beginnings)} || ${drawWord(i, 2, endings)} || ' ' || ${drawWord(i, 3, seconds)}`;
  // Ids come from the identity first, so that each draw belongs to its product.
  await tx.execute(sql`
    create temp table bulk_product on commit drop as
    select i::int as id, ${name} as strain, ${draw(i, 4, bulkForms.length)} as form,
      case when ${draw(i, 5, 100)} < 3 then 0 when ${draw(i, 5, 100)} < 8 then 1 + ${draw(i, 6, 5)} else 20 + ${draw(i, 6, 380)} end as on_hand,
      ${now.toISOString()}::timestamptz - make_interval(mins => ${draw(i, 7, 900 * 1440)}) as listed_at
    from (select nextval(pg_get_serial_sequence('products', 'id')) as i from generate_series(1, ${size}::int)) as numbers`);
  await tx.execute(sql`
    insert into products (id, name, description, cannabis_content, product_type, category_id, tax_class, retail_price,
      wholesale_price, for_sale, requires_id, strain_code, strain_type, thc_basis_points, cbd_basis_points, size,
      net_weight_mg, limit_category, limit_mg, created_at, updated_at)
    select i, strain || ' ' || form."form" || ' ' || form.size,
      format('%s from the %s, %s. Kept cool and dark until you pick it up.', form."form", ${drawWord(i, 8, growers)}, lower(strain)),
      case when form."limitCategory" is not null then 'Cannabis, nothing added.' end,
      form."productType", categories.id, form."taxClass", price, price / 2, true, form."limitCategory" is not null,
      case when form."limitCategory" is not null then upper(left(strain, 3)) || '-' || i % 1000 end,
      case when form."limitCategory" is not null then (array['indica', 'sativa', 'hybrid', 'balanced'])[1 + ${draw(i, 9, 4)}] end,
      (form.thc ->> 0)::int + ${draw(i, 10, sql`greatest((form.thc ->> 1)::int - (form.thc ->> 0)::int, 1)`)},
      case when form.thc is not null then ${draw(i, 11, 120)} end,
      form.size, case when form."limitCategory" in ('flower', 'concentrate') then form."limitMg" end,
      form."limitCategory", form."limitMg", listed_at, listed_at
    from (select *, id as i from bulk_product) as product
    join jsonb_to_recordset(${JSON.stringify(bulkForms.map((form, n) => ({ ...form, n })))}::jsonb)
      as form(n int, "form" text, size text, category text, "productType" text, "taxClass" text, cents int, "limitCategory" text, "limitMg" int, thc jsonb)
      on form.n = product."form"
    join categories on categories.slug = form.category
    cross join lateral (select round(form.cents * (67 + ${draw(i, 12, 67)}) / 5000.0)::int * 50 as price) as priced`);
  await tx.execute(sql`
    with received as (
      insert into lots (product_id, batch_number, test_status, packaged_on, expires_on, on_hand, created_at)
      select id, 'B-' || id, 'TestPassed', listed_at::date, current_date + 120 + ${draw(sql.raw('id'), 13, 240)}, on_hand, listed_at
      from bulk_product
      returning id, product_id, on_hand, created_at
    )
    insert into stock_ledger (product_id, lot_id, on_hand_change, reason, created_at)
    select product_id, id, on_hand, 'received', created_at from received where on_hand > 0`);
  await tx.execute(sql`
    insert into product_stock (product_id, on_hand) select id, on_hand from bulk_product`);
}
