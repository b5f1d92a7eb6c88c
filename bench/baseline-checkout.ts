/**
 * The baseline of a checkout: a bare node:http server that runs, through plain `pg`, the statements of one
 * checkout of one line in one transaction. They are what placeOrder, writeOrder and moveStock send
 * (app/features), and change with them. It knows who asks, checks nothing and renders nothing.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

export type CheckoutTask = { databaseUrl: string; connections: number };

const claim = `with claimed as (
    insert into idempotency_keys (user_id, key, input, made_id) values ($1, $2, $3, $4)
    on conflict do nothing returning key
  )
  select exists (select from claimed) as claimed,
    (select json_build_object('input', input, 'madeId', made_id) from idempotency_keys
      where user_id = $1 and key = $2) as earlier,
    (select floor(extract(epoch from now() - max(attempt.created_at)) / 60)::int from idempotency_keys as attempt
      left join orders on orders.id = made_id
      left join pickup_reservations as reservation on reservation.id = made_id
      where attempt.user_id = $1 and attempt.key <> $2 and starts_with(input, $5)
        and attempt.created_at > now() - make_interval(mins => $6::int)
        and coalesce(orders.status, reservation.status) not in ('cancelled', 'no_show')) as minutes_ago`;

const customer = `select full_name, birth_date, is_banned, is_verified_over21
  from customer_profiles where customer_profiles.user_id = $1 for update`;

const stock = `select product_id, on_hand, held from product_stock where product_id in ($1)
  order by product_id asc for update`;

const menu = `select products.id, products.name, products.product_type, categories.name as category_name,
    products.tax_class, products.retail_price, products.requires_id, products.limit_category, products.limit_mg,
    products.for_sale and products.archived_at is null as is_on_menu, (
      select coalesce(json_agg(json_build_object('lotId', lot.id, 'batchNumber', lot.batch_number,
        'expiresOn', lot.expires_on, 'free', lot.on_hand - lot.held) order by lot.expires_on, lot.id), '[]')
      from lots as lot
      where lot.product_id = products.id and lot.status = 'sellable' and lot.on_hand - lot.held > 0
    ) as lots
  from products inner join categories on categories.id = products.category_id
  where products.id in ($1)`;

const already = `(select order_items.limit_category, order_items.limit_mg, order_items.quantity, false
    from order_items inner join orders on orders.id = order_items.order_id
    where orders.user_id = $1 and order_items.limit_category is not null
      and orders.status = $2 and orders.completed_at >= $3)
  union all
  (select case when order_items.id is null then products.limit_category else order_items.limit_category end,
      case when order_items.id is null then products.limit_mg else order_items.limit_mg end,
      pickup_reservations.quantity, true
    from pickup_reservations inner join products on products.id = pickup_reservations.product_id
    left join order_items on order_items.reservation_id = pickup_reservations.id
    where pickup_reservations.user_id = $4 and pickup_reservations.status in ($5, $6, $7, $8))`;

const order = `insert into orders (id, number, user_id, user_email, user_name, order_type, status, payment_status,
    pickup_starts_at, pickup_ends_at, birth_date, subtotal, tax, cannabis_tax, total, tax_parts, reservation_id,
    shipping_address, city, state, zipcode, completed_at, cancelled_at, created_at, updated_at)
  values ($1, default, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    default, default, default, default, default, default, default, default) returning order_id`;

const reservation = `insert into pickup_reservations
    (id, user_id, product_id, quantity, pickup_time, status, hold_expires_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, default, default, default)`;

const hold = `with move as materialized (
    select * from jsonb_to_recordset($1::jsonb) as move (product_id int, lot_id int, on_hand int,
      held int, set_aside int, reason text, reservation_id uuid, order_id uuid, note text)
  ), lot_change as (
    update lots set on_hand = lots.on_hand + change.units, held = lots.held + change.held
    from (select lot_id, sum(on_hand + set_aside)::int as units, sum(held)::int as held from move group by lot_id) as change
    where lots.id = change.lot_id
  ), stock_change as (
    update product_stock set on_hand = product_stock.on_hand + change.on_hand, held = product_stock.held + change.held
    from (select product_id, sum(on_hand)::int as on_hand, sum(held)::int as held from move group by product_id) as change
    where product_stock.product_id = change.product_id
  ), bound as (
    insert into reservation_lots as bound (reservation_id, lot_id, quantity)
    select reservation_id, lot_id, held from move where held > 0 and reservation_id is not null
    on conflict (reservation_id, lot_id) do update set sold = false,
      quantity = case when bound.sold then 0 else bound.quantity end + excluded.quantity
  )
  insert into stock_ledger (product_id, lot_id, on_hand_change, held_change, set_aside_change, reason,
    reservation_id, order_id, note, actor_id)
  select product_id, lot_id, on_hand, held, set_aside, reason, reservation_id, order_id, note, $2::uuid from move`;

const line = `insert into order_items (id, order_id, position, product_id, product_name, product_type, category_name,
    tax_class, requires_id, quantity, unit_price, amount, tax, total, tax_parts, limit_category, limit_mg,
    reservation_id)
  values (default, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`;

const event = `insert into events (id, kind, subject_id, actor_id, payload, created_at)
  values ($1, $2, $3, $4, $5, default)`;

const slot = `insert into pickup_slots (starts_at, taken) values ($1, $2)
  on conflict (starts_at) do update set taken = pickup_slots.taken + 1
  where pickup_slots.taken < $3 returning taken`;

const CAPACITY = 10_000;
const HALF_AN_HOUR = 30 * 60 * 1000;
/** The shipped estimate (specification section 5), in basis points. */
const TAX = 1200;

type MenuRow = {
  name: string;
  product_type: string;
  category_name: string;
  tax_class: string;
  retail_price: number;
  requires_id: boolean;
  limit_category: string | null;
  limit_mg: number | null;
  lots: { lotId: number }[];
};

async function checkout(client: pg.PoolClient, input: URLSearchParams, enqueue: string): Promise<string> {
  const [user, email, name] = ['user', 'email', 'name'].map((field) => input.get(field));
  const productId = Number(input.get('lines')?.split(':')[0]);
  const startsAt = new Date(input.get('slot') ?? 0);
  const dayStart = new Date(new Date().setUTCHours(5, 0, 0, 0));
  const [orderId, reservationId, eventId] = [randomUUID(), randomUUID(), randomUUID()];

  await client.query('begin');
  const { rows: people } = await client.query<{ birth_date: unknown }>(customer, [user]);
  const attempt = `${productId}|${startsAt.getTime()}`;
  await client.query(claim, [user, input.get('key'), attempt, orderId, `${productId}|`, 0]);
  await client.query(stock, [productId]);
  const { rows: found } = await client.query<MenuRow>(menu, [productId]);
  const [product] = found;
  if (!product) throw new Error(`there is no product ${productId}`);
  const live = ['pending', 'reserved', 'submitted', 'confirmed'];
  await client.query(already, [user, 'completed', dayStart, user, ...live]);

  const amount = product.retail_price;
  const tax = Math.round((amount * TAX) / 10_000);
  const parts = JSON.stringify([
    { ruleId: orderId, name: 'Estimated tax', rate: TAX, base: amount, amount: tax },
  ]);
  const { rows } = await client.query<{ order_id: string }>(order, [
    ...[orderId, user, email, name, 'cannabis_pickup', 'pending', 'pay_on_pickup'],
    ...[startsAt, new Date(startsAt.getTime() + HALF_AN_HOUR), people[0]?.birth_date],
    ...[amount, tax, tax, amount + tax, parts, null],
  ]);
  await client.query(reservation, [reservationId, user, productId, 1, startsAt, 'reserved']);
  const lot = { product_id: productId, lot_id: product.lots[0]?.lotId, on_hand: 0, held: 1, set_aside: 0 };
  const about = { reason: 'hold', reservation_id: reservationId, order_id: orderId, note: null };
  await client.query(hold, [JSON.stringify([{ ...lot, ...about }]), user]);
  await client.query(line, [
    ...[orderId, 0, productId, product.name, product.product_type, product.category_name, product.tax_class],
    ...[product.requires_id, 1, amount, amount, tax, amount + tax, parts],
    ...[product.limit_category, product.limit_mg, reservationId],
  ]);
  await client.query(event, [eventId, 'order-placed', orderId, user, { kind: 'order-placed', orderId }]);
  await client.query(enqueue, [JSON.stringify([{ name: QUEUE, data: { eventId }, priority: 0 }])]);
  await client.query(slot, [startsAt, 1, CAPACITY]);
  await client.query('commit');
  return rows[0]?.order_id ?? '';
}

/** A queue that nobody works on, so that the application does not do this baseline's jobs. */
const QUEUE = 'bench-baseline';

/** The enqueueing statement as pg-boss writes it. */
async function enqueueStatement(databaseUrl: string): Promise<string> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  let statement = '';
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });
  await boss.send(
    QUEUE,
    {},
    {
      db: {
        executeSql: async (text: string) => {
          statement = text;
          return { rows: [] };
        },
      },
    },
  );
  await boss.stop({ graceful: false });
  return statement;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

process.once('message', async ({ databaseUrl, connections }: CheckoutTask) => {
  const enqueue = await enqueueStatement(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const server = createServer(async (request, response) => {
    const input = await bodyOf(request);
    const client = await pool.connect();
    try {
      const orderId = await checkout(client, input, enqueue);
      response.writeHead(302, { Location: `/success?order=${orderId}` });
    } catch (error) {
      await client.query('rollback');
      console.error(error);
      response.writeHead(500);
    } finally {
      client.release();
    }
    response.end();
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
