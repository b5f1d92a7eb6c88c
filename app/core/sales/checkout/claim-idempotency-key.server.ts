/** Claims the idempotency key of an attempt: the same key creates one thing, however often it is sent. */
import { sql } from 'drizzle-orm';
import { lostStatuses } from '#core/sales/orders/order.ts';
import type { TooManyOrders } from '#core/sales/orders/reservations/hold-limit.ts';
import type { Transaction } from '#db/client.ts';
import { placeholders, statement } from '#db/statement.ts';

/** Another recent attempt for the same items, whose order or reservation is still active. */
export type SameLately = { minutesAgo: number };

/** Prefix of the input of an order made from a held reservation: the reservation was counted when it was made. */
export const HELD = 'held ';

export type Attempt =
  | { kind: 'first'; sameLately: SameLately | null; tooMany: TooManyOrders | null }
  /** This key was already used for exactly this input and made `madeId`. */
  | { kind: 'repeated'; madeId: string }
  /** This key was already used for a different input. */
  | { kind: 'other-input' };

type Found = {
  claimed: boolean;
  earlier: { input: string; madeId: string } | null;
  minutes_ago: number | null;
  wait_minutes: number | null;
};

const { userId, key, input, madeId, sameWithin, sameItems, perHour } = placeholders(
  ...(['userId', 'key', 'input', 'madeId', 'sameWithin', 'sameItems', 'perHour'] as const),
);

// The statement does not see its own insert.
const claim = statement<Found>(sql`
  with claimed as (
    insert into idempotency_keys (user_id, key, input, made_id)
    values (${userId}::uuid, ${key}::uuid, ${input}, ${madeId}::uuid)
    on conflict do nothing returning key
  )
  select exists (select from claimed) as claimed,
    (select json_build_object('input', input, 'madeId', made_id) from idempotency_keys
      where user_id = ${userId}::uuid and key = ${key}::uuid) as earlier,
    (select floor(extract(epoch from now() - max(attempt.created_at)) / 60)::int from idempotency_keys as attempt
      left join orders on orders.id = made_id
      left join pickup_reservations as reservation on reservation.id = made_id
      where ${sameWithin}::int > 0
        and attempt.user_id = ${userId}::uuid and attempt.key <> ${key}::uuid
        and starts_with(input, ${sameItems}::text)
        and attempt.created_at > now() - make_interval(mins => ${sameWithin}::int)
        and coalesce(orders.status, reservation.status) <> all(${sql.param([...lostStatuses])}::text[])) as minutes_ago,
    -- The one that has to be an hour old before another may follow.
    (select ceil(60 - extract(epoch from now() - made.created_at) / 60)::int from idempotency_keys as made
      where ${perHour}::int > 0
        and made.user_id = ${userId}::uuid and made.key <> ${key}::uuid
        and made.created_at > now() - interval '1 hour' and not starts_with(made.input, ${HELD})
      order by made.created_at desc offset greatest(${perHour}::int - 1, 0) limit 1) as wait_minutes`);

/**
 * Claims the key within `tx`. Call it under the customer's lock, so that a customer's attempts run one after
 * the other, whatever their keys. `items` is text that inputs for the same items share; `rest` is everything
 * else that makes two inputs equal. `sameWithin` is how many minutes back to look for attempts for the same
 * items, 0 for never; `perHour` is how many keys one customer may claim within an hour, 0 for no limit.
 */
export async function claimIdempotencyKey(
  tx: Transaction,
  attempt: {
    userId: string;
    key: string;
    items: string;
    rest: string;
    madeId: string;
    sameWithin: number;
    perHour: number;
  },
): Promise<Attempt> {
  const { userId, key, items, rest, madeId, sameWithin, perHour } = attempt;
  const input = `${items}|${rest}`;
  // The statement does not see its own insert.
  const [found] = await claim(tx, {
    userId,
    key,
    input,
    madeId,
    sameWithin,
    sameItems: `${items}|`,
    perHour,
  });
  if (!found) throw new Error('a key was neither claimed nor found');
  if (found.claimed) {
    return {
      kind: 'first',
      // A transaction that started later may have committed first: then its time is after this one's.
      sameLately: found.minutes_ago === null ? null : { minutesAgo: Math.max(0, found.minutes_ago) },
      tooMany:
        found.wait_minutes === null
          ? null
          : { allowed: perHour, minutes: Math.min(60, Math.max(1, found.wait_minutes)) },
    };
  }
  return found.earlier && withoutMark(found.earlier.input) === withoutMark(input)
    ? { kind: 'repeated', madeId: found.earlier.madeId }
    : { kind: 'other-input' };
}

/** Keys stored by an earlier version of the shop have no mark; a retry may span the upgrade. */
function withoutMark(input: string): string {
  return input.startsWith(HELD) ? input.slice(HELD.length) : input;
}
