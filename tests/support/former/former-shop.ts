/**
 * Makes a former shop in a database of its own: the tables of the specification with everything that is known to be wrong in
 * them. Written by SQL, so that twenty thousand customers take seconds. What each row should become is written beside it.
 */
import pg from 'pg';

/** Half of the photos are pictures of products, a quarter each licenses and faces. */
export type FormerSize = { customers: number; orders: number; products: number; photos: number };

/** Of every account: bcrypt of the C library, cost 6, of `FORMER_PASSWORD`. */
export const FORMER_PASSWORD = 'kettle-orbit-mossy';
const HASH = '$2a$06$abcdefghijklmnopqrstuulhbjcLEBK7k/Pwp8HbDwt4w1FzfHr8u';

const TABLES = `
  create schema auth;
  create table auth.users (id uuid primary key, email text, encrypted_password text, email_confirmed_at timestamptz,
    phone text, raw_user_meta_data jsonb, banned_until timestamptz, created_at timestamptz);
  create table auth.identities (id uuid primary key, user_id uuid, provider text, provider_id text, identity_data jsonb);
  create table profiles (id uuid, user_id uuid, email text, full_name text, phone text, address text, license_id text,
    license_state text, license_verified boolean, birth_date text, role text, status text, license_photo_url text,
    photo_url text, is_verified_over_21 boolean, created_at timestamptz);
  create table customer_profiles (user_id uuid, full_name text, phone text, license_id text, license_state text, birth_date text,
    is_verified_over_21 boolean, created_at timestamptz);
  create table user_roles (user_id uuid, role text);
  create table customers (id uuid, first_name text, last_name text, email text, phone text, city text, state text,
    loyalty_points int, is_verified boolean, is_banned boolean, created_at timestamptz);
  create table categories (id int, name text);
  create table products (id text, name text, image_url text, image_urls jsonb, retail_price numeric, wholesale_price numeric,
    product_type text, category_id int, for_sale boolean, requires_id boolean, strain_code text, strain_type text,
    thc_percentage numeric, cbd_percentage numeric, batch_number text, size text, inventory_count int, biotrack_id text,
    lab_test_id text, description text, cannabis_content text, upc_code text, created_at timestamptz);
  create table pickup_reservations (id uuid, user_id uuid, product_id text, quantity int, pickup_time timestamptz, status text,
    created_at timestamptz);
  create table orders (id uuid, order_id text, user_id uuid, user_email text, total_amount numeric, total numeric,
    subtotal numeric, tax numeric, cannabis_tax numeric, status text, payment_status text, pickup_time timestamptz,
    birth_date text, created_at timestamptz, reservation_id uuid, order_type text);
  create table order_items (id uuid, order_id text, product_id text, product_name text, quantity int, unit_price numeric,
    price_per_unit numeric, tax numeric, total numeric, reservation_id uuid);
  create table user_preferences (user_id uuid, order_updates boolean, account_updates boolean, promotional boolean,
    email_notifications boolean, push_notifications boolean, updated_at timestamptz);
  create table user_activity (id uuid, user_id uuid, activity_type text, description text, metadata jsonb, created_at timestamptz);
  create table notifications (id uuid, user_id uuid, type text, title text, message text, read boolean, created_at timestamptz);`;

/** The same id for the same number, in each run. */
const idOf = (kind: string, number: string) => `md5('${kind}' || ${number})::uuid`;
const person = (number: string) => idOf('person', number);

/**
 * Fills an empty database. Every 7th customer never confirmed, every 11th has two profiles, every 13th has a customer's entry
 * with the address in other letters; every 10th order has no line, every 9th is open with a pickup tomorrow.
 */
export async function makeFormerShop(url: string, size: FormerSize): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(TABLES);
    await people(client, size);
    await goods(client, size);
    await sales(client, size);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function people(client: pg.Client, { customers, photos }: FormerSize): Promise<void> {
  await client.query(
    `insert into auth.users
    select ${person('i')}, 'person' || i || '@former.example', $1, case when i % 7 <> 0 then now() - interval '1 year' end,
      '(607) 555-' || lpad((i % 10000)::text, 4, '0'), jsonb_build_object('full_name', 'Person ' || i), null, now() - interval '2 years' + make_interval(mins => i)
    from generate_series(1, ${customers}) as i`,
    [HASH],
  );
  // The same address in other letters, later: what it has goes to the first.
  await client.query(
    `insert into auth.users select ${idOf('twin', 'i')}, 'PERSON' || i || '@Former.example', $1, now(), null, null, null, now()
    from generate_series(1, ${customers}) as i where i % 50 = 1`,
    [HASH],
  );
  await client.query(`
    insert into auth.identities select ${idOf('identity', 'i')}, ${person('i')}, 'google', 'google-' || i, null
    from generate_series(1, ${customers}) as i where i % 20 = 3`);
  await client.query(`
    insert into profiles
    select ${person('i')}, null, case when i % 3 = 0 then upper('person' || i || '@former.example') else 'person' || i || '@former.example' end,
      case when i % 17 = 0 then null else 'Person Number ' || i end, case when i % 5 = 0 then 'none' else '607-555-01' || lpad((i % 100)::text, 2, '0') end,
      i || ' Main Street', case when i % 4 <> 0 then 'NY' || (100000000 + i) end, case when i % 4 <> 0 then 'NY' end, i % 2 = 0,
      case i % 6 when 0 then '05/17/1990' when 1 then 'May 17, 1990' when 2 then '1990-05-17' when 3 then 'soon' when 4 then null else '1990-05-17T00:00:00Z' end,
      case when i % 23 = 0 then 'admin' end, case when i % 41 = 0 then 'banned' end,
      case when i <= ${Math.ceil(photos / 4)} then 'https://former.example/storage/v1/object/public/license-photos/licenses/' || ${person('i')} || '.jpg' end,
      case when i <= ${Math.floor(photos / 4)} then 'https://former.example/storage/v1/object/public/profile-photos/profiles/' || ${person('i')} || '.png' end,
      case when i <= ${Math.ceil(photos / 4)} then null when i % 3 = 0 then true when i % 31 = 0 then false end,
      case when i % 19 <> 0 then now() - interval '1 year' end
    from generate_series(1, ${customers}) as i where i % 29 <> 0`);
  await client.query(`
    insert into customer_profiles select ${person('i')}, 'Second ' || i, '(607) 555-0199', null, null, '1985-01-02', null, now()
    from generate_series(1, ${customers}) as i where i % 11 = 0`);
  await client.query(`
    insert into user_roles select ${person('i')}, case when i = 1 then 'Admin' when i <= 4 then 'staff' else 'user' end
    from generate_series(1, ${customers}) as i where i <= 4 or i % 37 = 0`);
  await client.query(`
    insert into customers
    select ${idOf('customer', 'i')}, 'Person', 'Entry ' || i, 'Person' || i || '@FORMER.example', null, 'Hancock', 'NY', i, true, i % 26 = 0, null
    from generate_series(1, ${customers}) as i where i % 13 = 0
    union all
    select ${idOf('walk-in', 'i')}, 'Only', 'Listed ' || i, 'listed' || i || '@former.example', null, null, null, null, null, null, now()
    from generate_series(1, ${customers}) as i where i % 40 = 0
    union all
    select ${idOf('nobody', 'i')}, 'No', 'Address ' || i, null, null, null, null, null, null, null, null
    from generate_series(1, ${customers}) as i where i % 200 = 0`);
  await client.query(`
    insert into user_preferences select ${person('i')}, i % 2 = 0, null, i % 4 = 0, true, true, now()
    from generate_series(1, ${customers}) as i where i % 2 = 0`);
  await client.query(`
    insert into user_activity select ${idOf('activity', 'i')}, ${person('i')}, case when i % 8 = 0 then 'unknown_thing' else 'LOGIN' end,
      'Signed in', '{"ip_address": "203.0.113.7", "device": "Chrome"}', now() - interval '10 days'
    from generate_series(1, ${customers}) as i`);
  await client.query(`
    insert into notifications select ${idOf('notification', 'i')}, ${person('i')}, case when i % 3 = 0 then 'promo' else 'order' end,
      'Your order is ready', 'Come and get it', i % 2 = 0, now() - interval '9 days'
    from generate_series(1, ${customers}) as i where i % 3 <> 1`);
}

async function goods(client: pg.Client, { products, photos }: FormerSize): Promise<void> {
  await client.query(
    `insert into categories values (1, 'Flower'), (2, 'Edibles'), (3, 'Fly fishing'), (4, 'FLOWER'), (5, null)`,
  );
  await client.query(`
    insert into products
    select case when i % 2 = 0 then i::text else (${idOf('product', 'i')})::text end, case when i % 97 = 0 then null else 'Product ' || i end,
      case when i <= ${Math.min(Math.floor(photos / 2), products)} then 'https://former.example/storage/v1/object/public/product-images/products/' || i || '/front view.png' when i % 2 = 0 then '/placeholder-product.jpg' end,
      case when i % 30 = 0 then '["https://elsewhere.example/a.jpg", "../../etc/passwd"]'::jsonb end,
      case when i % 50 = 0 then null else 20 + i % 30 + 0.99 end, 10, case when i % 3 = 0 then 'merchandise' else 'cannabis' end,
      case when i % 3 = 0 then 3 when i % 3 = 1 then 1 when i % 60 = 2 then 99 else 1 end, i % 5 <> 0, i % 3 <> 0,
      'S-' || i, case when i % 3 <> 0 then 'Indica' end, 22.5, 0.4, case when i % 4 <> 0 then 'B-' || i end, '3.5 g', 40 + i % 60, null,
      case when i % 10 <> 0 then 'LAB-' || i end, 'Described', 'Nothing added', case when i % 25 = 0 then '036000291452' end, now() - interval '1 year'
    from generate_series(1, ${products}) as i`);
}

/** The id of the product with this number. */
const product = (number: string) =>
  `(case when ${number} % 2 = 0 then (${number})::text else (${idOf('product', number)})::text end)`;

async function sales(client: pg.Client, { customers, orders, products }: FormerSize): Promise<void> {
  const buyer = person(`(1 + i % ${customers})`);
  await client.query(`
    insert into orders
    select ${idOf('order', 'i')}, case when i % 15 <> 0 then 'ORD' || lpad(i::text, greatest(3, length(i::text)), '0') when i % 30 = 0 then 'ORD' || lpad((i - 1)::text, greatest(3, length((i - 1)::text)), '0') end,
      case when i % 101 = 0 then null when i % 103 = 0 then gen_random_uuid() else ${buyer} end,
      case when i % 2 = 0 then 'PERSON' || (1 + i % ${customers}) || '@former.example' end,
      case when i % 2 = 0 then round(goods * 1.12, 2) end, case when i % 2 = 1 and i % 77 <> 0 then round(goods * 1.12, 2) end,
      case when i % 2 = 1 then goods end, null, case when i % 6 = 1 then round(goods * 0.12, 2) end,
      (array['Completed', 'COMPLETED', 'pending', 'Cancelled', 'canceled', null, 'confirmed', 'no-show'])[1 + i % 8],
      (array['paid', 'pay_on_pickup', 'pending', 'Refunded', null])[1 + i % 5],
      case when i % 9 = 0 then now() + interval '1 day' when i % 14 <> 0 then now() - make_interval(hours => 100 + i % 16000) end,
      '1990-05-17', case when i % 211 <> 0 then now() - make_interval(hours => 120 + i % 16000) end, null, 'cannabis_pickup'
    from (select i, round((1 + i % 3) * (20 + (1 + i % ${products}) % 30 + 0.99), 2) as goods from generate_series(1, ${orders}) as i) as one`);
  await client.query(`
    insert into pickup_reservations
    select ${idOf('reservation', 'i')}, ${buyer}, ${product(`(1 + i % ${products})`)}, 1 + i % 3, null, 'Reserved', now() - interval '20 days'
    from generate_series(1, ${orders}) as i where i % 4 = 0
    union all
    select ${idOf('orphan', 'i')}, ${buyer}, ${product(`(1 + i % ${products})`)}, 1, case when i % 200 = 0 then now() + interval '2 days' end,
      (array['Pending', 'RESERVED', 'Fulfilled', null])[1 + i % 4], now() - interval '5 hours'
    from generate_series(1, ${orders}) as i where i % 40 = 0`);
  // Half of the lines by one set of names, half by the other.
  await client.query(`
    insert into order_items
    select ${idOf('item', 'i')}, case when i % 5 = 1 and i % 15 <> 0 then 'ORD' || lpad(i::text, greatest(3, length(i::text)), '0') else (${idOf('order', 'i')})::text end,
      case when i % 83 = 0 then 'gone' else ${product(`(1 + i % ${products})`)} end, case when i % 2 = 1 then 'Product ' || (1 + i % ${products}) end, 1 + i % 3,
      case when i % 2 = 0 then 20 + (1 + i % ${products}) % 30 + 0.99 end, case when i % 2 = 1 then 20 + (1 + i % ${products}) % 30 + 0.99 end,
      null, case when i % 3 = 1 then round((1 + i % 3) * (20 + (1 + i % ${products}) % 30 + 0.99), 2) end,
      case when i % 4 = 0 then ${idOf('reservation', 'i')} end
    from generate_series(1, ${orders}) as i where i % 10 <> 7`);
}
