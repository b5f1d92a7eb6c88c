/** The idempotency key of an attempt: the same key makes one thing, however often it is sent. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { placeholders, writtenStatement } from '#db/statement.ts';

/** Another attempt for the same items, whose order or reservation still stands. */
export type SameLately = { minutesAgo: number };

export type Attempt =
  | { kind: 'first'; sameLately: SameLately | null }
  /** This key has been used for the very same input: here is what it made. */
  | { kind: 'repeated'; madeId: string }
  /** This key has been used for another input. */
  | { kind: 'other-input' };

type Found = {
  claimed: boolean;
  earlier: { input: string; madeId: string } | null;
  minutes_ago: number | null;
};

const { userId, key, input, madeId, sameWithin, sameItems } = placeholders(
  ...(['userId', 'key', 'input', 'madeId', 'sameWithin', 'sameItems'] as const),
);

// What the statement reads is as it was before its own row.
const claim = writtenStatement<Found>(sql`
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
        and coalesce(orders.status, reservation.status) not in ('cancelled', 'no_show')) as minutes_ago`);

/**
 * Claims the key within `tx`. Call it under the customer's lock: two attempts of one customer come one after the
 * other, whatever their keys. `items` is text that inputs for the same items share, `rest` what else makes a input
 * the same; `sameWithin` is how many minutes back attempts for the same items are looked for, 0 for not at all.
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
  },
): Promise<Attempt> {
  const { userId, key, items, rest, madeId, sameWithin } = attempt;
  const input = `${items}|${rest}`;
  // What the statement reads is as it was before its own row.
  const [found] = await claim(tx, { userId, key, input, madeId, sameWithin, sameItems: `${items}|` });
  if (!found) throw new Error('a key was neither claimed nor found');
  if (found.claimed) {
    return {
      kind: 'first',
      // A transaction that began later may have been first: then the moment lies ahead of this one's.
      sameLately: found.minutes_ago === null ? null : { minutesAgo: Math.max(0, found.minutes_ago) },
    };
  }
  return found.earlier?.input === input
    ? { kind: 'repeated', madeId: found.earlier.madeId }
    : { kind: 'other-input' };
}
