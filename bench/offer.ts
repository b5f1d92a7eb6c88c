/** The bench's purchases: enough stock and slots for all orders of its rounds, and their form. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { pickupSchema } from '#core/ground/settings/settings.ts';
import { invalidateSettings, readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { offeredSlots } from '#core/sales/pickup/slots.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import type { Customer } from './customers.ts';

export type Offer = { productIds: readonly number[]; slots: readonly string[] };

/** Different products, as in a shop: not all clients wait for one stock row. */
const BOUGHT = 200;
const BATCH = 'BENCH';

/** Cannabis counts toward possession limits, requires an age and has more tax; other goods do not. */
export async function makeOffer(pool: pg.Pool, goods: 'cannabis' | 'other' = 'other'): Promise<Offer> {
  const { rows } = await pool.query<{ id: number }>(
    `with chosen as (
      select id from products
      where for_sale and archived_at is null and (product_type = 'cannabis') = $1 order by id limit ${BOUGHT}
    ), lot as (
      insert into lots (product_id, batch_number, on_hand) select id, '${BATCH}', 1000000 from chosen
      on conflict do nothing returning id, product_id
    ), received as (
      insert into stock_ledger (product_id, lot_id, on_hand_change, reason)
      select product_id, id, 1000000, 'received' from lot
    ), more as (
      update product_stock set on_hand = on_hand + 1000000 where product_id in (select product_id from lot)
    )
    select id from chosen order by id`,
    [goods === 'cannabis'],
  );
  const wanted = {
    pickup: { ...pickupSchema.parse({}), capacity: 10_000 },
    holds: {
      ...{ unitsPerCustomer: 1_000_000, linesPerCustomer: 100_000, ordersPerHour: 100_000 },
      ...{ unitsUntilPickup: 1_000_000, ordersUntilPickup: 100_000 },
    },
    // Counted for every order, and never reached: rounds reuse the same customers.
    compliance: { cannabisMg: 1_000_000_000, concentrateMg: 1_000_000_000 },
  };
  for (const [name, value] of Object.entries(wanted)) {
    await pool.query(
      `insert into store_settings (name, value) values ($1, $2)
       on conflict (name) do update set value = store_settings.value || excluded.value`,
      [name, JSON.stringify(value)],
    );
  }
  invalidateSettings();
  const slots = offeredSlots(pickupPolicy(await readSettings()), systemClock())
    .slice(1)
    .flatMap((day) => day.slots.map((slot) => slot.startsAt.toString()));
  return { productIds: rows.map(({ id }) => id), slots };
}

/** Each product's lot with free units. */
export async function lotsOf(pool: pg.Pool, { productIds }: Offer): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ product_id: number; id: number }>(
    `select product_id, id from lots where batch_number = '${BATCH}' and product_id = any($1)`,
    [productIds],
  );
  return new Map(rows.map((row) => [row.product_id, row.id]));
}

/** The form of a one-line order with a new key, as the page sends it; the baseline also reads the customer. */
export function orderForm(customer: Customer, { productIds, slots }: Offer, nth: number): string {
  return new URLSearchParams({
    key: randomUUID(),
    lines: `${productIds[nth % productIds.length]}:1`,
    slot: slots[nth % slots.length] ?? '',
    // Rounds reuse the same customers.
    again: 'yes',
    user: customer.userId,
    email: customer.email,
    name: customer.name,
  }).toString();
}
