/** Loads what staff see on a customer's page. */

import { type Revealed, reveals } from '#core/accounts/customers/reveal.ts';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { readActivityOf } from '#core/ground/activity/activity-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { isLimited } from '#core/sales/orders/missed-pickups/missed-pickup.ts';
import { countMissedPickups } from '#core/sales/orders/missed-pickups/missed-pickups-queries.server.ts';
import { readOpenOf, readOrdersOf } from '#core/sales/orders/open-orders-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import { readHistory } from '#office/audit/history-queries.server.ts';
import type { MayDo } from './customer-profile.tsx';
import { readCustomer } from './customer-queries.server.ts';
import { readLicenseToVerify } from './license-to-verify.server.ts';

const RECENT_ACTIVITY = 10;

/** With `?verify` in the address also the panel that verifies the license. */
export async function readCustomerPage(actor: SignedIn, customerId: string, request: Request) {
  const { zone, today } = await storeClock();
  const customer = await readCustomer(actor, customerId);
  if (!customer) throw new Response(null, { status: 404 });
  const { id } = customer;
  const now = systemClock();
  const [orders, open, activity, ofCustomer, ofUser, isFresh, missedOf, settings] = await Promise.all([
    readOrdersOf(actor, id, zone),
    may(actor, 'users.manage') ? readOpenOf(id) : { orders: [], reservations: [] },
    readActivityOf(actor, id, { zone, limit: RECENT_ACTIVITY }),
    readHistory(actor, 'customer', id, zone),
    readHistory(actor, 'user', id, zone),
    isRecentlyConfirmed(actor, 'open'),
    countMissedPickups([id], now),
    readSettings(),
  ]);
  const missed = missedOf.get(id) ?? { total: 0, counted: 0 };
  const isOwn = id === actor.userId;
  const mayDo: MayDo = {
    decide: may(actor, 'age.decide') && !isOwn,
    manage: may(actor, 'users.manage') && !isOwn,
    note: may(actor, 'customers.note'),
    reveal: (Object.keys(reveals) as Revealed[]).filter((what) => may(actor, reveals[what].needs)),
    isFresh,
    confirmPath: confirmPath(`/admin/customers/${id}`),
  };
  return {
    customer,
    orders,
    open: [
      ...open.orders,
      ...(open.reservations.length > 0 ? [`${open.reservations.length} without a pickup time`] : []),
    ],
    activity,
    missed: {
      ...missed,
      isLimited: isLimited({ missed: missed.counted, limit: settings.missedPickups.limit }),
      mayLift: may(actor, 'orders.manage'),
    },
    history: [...ofCustomer, ...ofUser].sort((one, other) => (one.id < other.id ? 1 : -1)),
    mayDo,
    today: today.toString(),
    verify: new URL(request.url).searchParams.has('verify')
      ? await readLicenseToVerify(actor, id, request)
      : null,
  };
}
