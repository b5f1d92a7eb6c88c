/**
 * Renders, above each page of the counter, whether the connection is lost and since when, what waits on this tablet, and
 * what was not accepted. Nothing of it without scripts: the browser shows then that the page cannot be reached.
 */
import { useEffect } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import { SWITCH_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import { groupBy } from '#kernel/group-by.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { CircleAlert, WifiOff } from '#ui/icons.ts';
import { ChangedHere } from './changed-here.tsx';
import { stayInTouch } from './connection.ts';
import { timeOf } from './day-copy.ts';
import {
  actionCount,
  actionWords,
  type OfflineAction,
  type RefusedAction,
  type RefusedOrder,
  refusedByOrder,
} from './offline-action.ts';
import { useConnection, useHeld } from './use-connection.ts';
import { dismiss } from './waiting-actions.ts';

type Props = {
  /** The account that is signed in, and whether by PIN on a shared tablet. */
  viewer: string;
  byPin: boolean;
  zone: string;
};

export function OfflineBar({ viewer, byPin, zone }: Props) {
  const { revalidate } = useRevalidator();
  const { lostSince, isSending, needsSignIn } = useConnection();
  const { waiting, refused } = useHeld();
  useEffect(() => stayInTouch(viewer, () => void revalidate()), [viewer, revalidate]);
  const mine = waiting.filter(({ by }) => by.id === viewer);
  const others = waiting.filter(({ by }) => by.id !== viewer);
  return (
    <div className="flex flex-col gap-3 not-empty:mb-4 print:hidden">
      <p role="status" className={lostSince === null && !isSending ? 'sr-only' : bar}>
        {lostSince === null || needsSignIn ? null : (
          <WifiOff aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        )}
        <span>
          {lostSince === null
            ? ''
            : needsSignIn
              ? `Your ${byPin ? 'PIN' : 'password'} is needed to send ${actionCount(mine.length)}. Showing what was known at ${timeOf(lostSince, zone)}.`
              : `No connection since ${timeOf(lostSince, zone)}. Showing what was known then.`}
          {isSending && mine.length > 0 ? ` Sending ${actionCount(mine.length)}…` : ''}
        </span>
      </p>
      {lostSince === null ? null : <ChangedHere />}
      {needsSignIn ? <SignInAgain byPin={byPin} /> : null}
      {mine.length > 0 ? <Waiting actions={mine} zone={zone} /> : null}
      {others.length > 0 ? <OthersWaiting actions={others} /> : null}
      {refused.length > 0 ? <NotAccepted actions={refused} zone={zone} /> : null}
    </div>
  );
}

const bar =
  'figures flex items-start gap-x-3 rounded-control border-l-8 border-ochre-500 bg-ochre-100 p-4 text-lg font-semibold max-sm:p-3 max-sm:text-base';

/** A document of its own: the shop asks again who works here, and leads back to this page. */
function SignInAgain({ byPin }: { byPin: boolean }) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return (
    <a
      href={byPin ? `${SWITCH_PATH}?${new URLSearchParams({ to: here })}` : here}
      className={buttonClass('primary', 'normal', 'min-h-12 self-start')}
    >
      {byPin ? 'Enter your PIN' : 'Sign in'}
    </a>
  );
}

function Waiting({ actions, zone }: { actions: readonly OfflineAction[]; zone: string }) {
  return (
    <details className="rounded-control bg-cream px-4">
      <summary className="inline-flex min-h-12 items-center font-medium underline underline-offset-4">
        {actionCount(actions.length)} on this tablet, not sent yet
      </summary>
      <ul className="divide-y divide-line pb-2 text-sm">
        {actions.map((action) => (
          <li key={action.id} className="figures flex flex-wrap gap-x-3 py-2">
            <span>{timeOf(action.doneAt, zone)}</span>
            <span className="min-w-0 font-medium wrap-anywhere">
              {action.order}: {actionWords(action)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Another person's work is sent by that person alone: it is theirs on record. */
function OthersWaiting({ actions }: { actions: readonly OfflineAction[] }) {
  const byName = groupBy(actions, ({ by }) => by.name);
  return (
    <ul className="rounded-control bg-cream px-4 py-3 text-sm">
      {[...byName].map(([name, own]) => (
        <li key={name} className="wrap-anywhere">
          {actionCount(own.length)} of {name} on this tablet, not sent yet.{' '}
          {own.length === 1 ? 'It is' : 'They are'} sent when {name} signs in here.
        </li>
      ))}
    </ul>
  );
}

function NotAccepted({ actions, zone }: { actions: readonly RefusedAction[]; zone: string }) {
  return (
    <section
      aria-labelledby="not-accepted"
      className="rounded-control border-l-8 border-clay-700 bg-clay-100 p-4"
    >
      <h2 id="not-accepted" className="flex items-center gap-3 text-xl font-semibold text-clay-700">
        <CircleAlert aria-hidden="true" className="size-7 shrink-0" />
        Not accepted
      </h2>
      <ul aria-live="assertive" className="divide-y divide-clay-700/25">
        {refusedByOrder(actions).map((each) => (
          <NotAcceptedOrder key={`${each.order} ${each.by.id}`} of={each} zone={zone} />
        ))}
      </ul>
    </section>
  );
}

function NotAcceptedOrder({
  of: { order, by, actions, texts, advice },
  zone,
}: {
  of: RefusedOrder;
  zone: string;
}) {
  const times = [...new Set(actions.map(({ doneAt }) => timeOf(doneAt, zone)))];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-72">
        <p className="figures font-semibold wrap-anywhere">
          {order}: {actions.map(actionWords).join(', ')}
          <span className="font-normal">
            {' '}
            · {by.name}, {times.length > 1 ? `${times[0]} to ${times.at(-1)}` : times[0]}
          </span>
        </p>
        {[...texts, ...advice].map((line) => (
          <p key={line} className="wrap-anywhere">
            {line}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-5">
        <Link
          to={`/counter/orders/${order}`}
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          Open {order}
        </Link>
        <Button
          rank="secondary"
          className="min-h-12"
          onClick={() => void dismiss(actions.map(({ id }) => id))}
        >
          Dismiss<span className="sr-only"> {order}</span>
        </Button>
      </div>
    </li>
  );
}
