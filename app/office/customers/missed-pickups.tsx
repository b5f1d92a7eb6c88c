/** Renders how many pickups a customer missed, and what that does to their next order. */
import { Link } from 'react-router';
import { MISSED_DAYS, missedWords } from '#core/sales/orders/missed-pickups/missed-pickup.ts';
import { Confirm } from '#ui/confirm.tsx';
import type { CustomerView } from './customer-queries.server.ts';
import { Reason } from './verification.tsx';

type Missed = {
  total: number;
  /** Since staff last lifted the limit. */
  counted: number;
  isLimited: boolean;
  mayLift: boolean;
};

export function MissedPickups({ of, missed }: { of: CustomerView; missed: Missed }) {
  const { total, counted, isLimited, mayLift } = missed;
  if (total === 0) return <p className="text-ink-soft">None in the last {MISSED_DAYS} days.</p>;
  const list = `/admin/orders?${new URLSearchParams({ email: of.email, status: 'no_show' })}`;
  return (
    <>
      <p>
        <Link to={list} className="underline underline-offset-4">
          {missedWords(total)}
        </Link>{' '}
        in the last {MISSED_DAYS} days
        {counted < total ? `, ${counted === 0 ? 'none' : counted} since the limit was lifted` : ''}.
      </p>
      {isLimited ? <p className="mt-1">They can have one open order at a time.</p> : null}
      {isLimited && mayLift ? (
        <div className="mt-3">
          <Confirm
            rank="secondary"
            label="Lift limit"
            of={of.name}
            question={`Lift the limit for ${of.name}?`}
            consequence="They can have several open orders again. Pickups missed from now on count again."
            fields={{ intent: 'lift-missed' }}
          >
            <Reason />
          </Confirm>
        </div>
      ) : null}
    </>
  );
}
