/** Says whether the shop is connected, when it last read the state's system, and whether that failed. */
import { Link } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import { Notice } from '#ui/notice.tsx';
import type { TrackingPage } from './tracking-page-queries.server.ts';

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';
const SETTINGS = '/admin/settings/state-tracking';

export function LastContact({
  contact,
  isReporting,
}: {
  contact: TrackingPage['contact'];
  isReporting: boolean;
}) {
  const { place, isRunning, trouble, failedAt, mayConnect, counts } = contact;
  return (
    <div className="mb-6 max-w-3xl">
      {place === null ? (
        <Notice title="The shop is not connected to the state’s system." className="mb-3">
          <p className="mt-1">
            {mayConnect
              ? 'Connect it, and the shop compares its lots with the state’s packages every night. Once you start that, it reports sales too. Until then staff enter them by hand, and you compare with the state’s file under Reconciliation.'
              : 'An admin can connect it in Settings.'}
          </p>
          {mayConnect ? (
            <Link to={SETTINGS} className={link}>
              Connect
            </Link>
          ) : null}
        </Notice>
      ) : (
        <p className="mb-3">
          {isReporting
            ? `The shop reads ${place}, and reports to it.`
            : `Watch only: the shop reads ${place}, and sends nothing.`}
          {mayConnect && !isReporting ? (
            <>
              {' '}
              <Link to={`${SETTINGS}/reporting`} className={`-my-2.5 ${link}`}>
                Start reporting
              </Link>
            </>
          ) : null}
        </p>
      )}
      {isRunning ? <p className="mb-3">Comparing… This can take a minute.</p> : null}
      {trouble === null ? null : (
        <Notice tone="error" title={`The last try failed, ${failedAt}.`} className="mb-3">
          <p className="mt-1">{trouble}</p>
        </Notice>
      )}
      {counts === null ? (
        place === null || isRunning ? null : (
          <p>Nothing has been compared yet. It happens every night, and when an admin presses Compare now.</p>
        )
      ) : (
        <Counts counts={counts} place={place} isReporting={isReporting} />
      )}
    </div>
  );
}

const count = (units: number, one: string, many = `${one}s`) =>
  `${formatNumber(units)} ${units === 1 ? one : many}`;

function Counts({
  counts,
  place,
  isReporting,
}: {
  counts: NonNullable<TrackingPage['contact']['counts']>;
  place: string | null;
  isReporting: boolean;
}) {
  const { at, by, from, lots, matched, packages, uncompared, differences } = counts;
  return (
    <>
      <p>
        Last read {at}
        {by === '' ? ', by itself' : `, by ${by}`}
        {from === place ? '' : `, from ${from}`}: {count(packages, 'package')} in the state’s system.{' '}
        {formatNumber(matched)} of {count(lots, 'lot')} with units {lots === 1 ? 'has' : 'have'} one.
        {uncompared > 0
          ? ` ${count(uncompared, 'package is', 'packages are')} not counted in units, and not compared.`
          : null}
      </p>
      <p className="text-ink-soft">What differs is as it was then. Nothing is changed until you change it.</p>
      {isReporting || differences === 0 ? null : (
        <p className="mt-2">
          Sales, waste and counts that are not in Metrc yet make quantities differ too. Enter them there
          first, then compare again.
        </p>
      )}
    </>
  );
}
