/** Says whether the shop reports to the state's system or only watches, with its reasons, and stops it. */
import { Link } from 'react-router';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { REPORTING_PATH } from './reporting-path.ts';
import type { ReportingSectionData } from './reporting-queries.server.ts';

export function ReportingSection({ reporting }: { reporting: ReportingSectionData }) {
  const { isOn, isConnected, mode } = reporting;
  if (!isOn && !isConnected) return null;
  return (
    <section aria-labelledby="reporting" className="measure mb-8">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="reporting" className="text-xl">
          Reports
        </h2>
        <StatusBadge tone={isOn ? 'green' : 'plain'}>{mode}</StatusBadge>
      </div>
      {isOn ? <On reporting={reporting} /> : <Off reporting={reporting} />}
    </section>
  );
}

function Off({ reporting: { first, by, at } }: { reporting: ReportingSectionData }) {
  return (
    <>
      <p className="mb-3">
        Watch only: the shop sends nothing. Staff enter sales, waste and counts in Metrc by hand.
        {first === null ? null : ` ${by} stopped reporting ${at}.`}
      </p>
      <ButtonLink to={REPORTING_PATH} rank="secondary">
        Start reporting
      </ButtonLink>
    </>
  );
}

function On({ reporting: { first, by, at, reasons } }: { reporting: ReportingSectionData }) {
  return (
    <>
      <p className="mb-3">
        The shop reports what happens from {first} on. Last changed by {by}, {at}.{' '}
        <Link
          to="/admin/state-tracking/reported"
          className="-my-2.5 inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Everything reported
        </Link>
      </p>
      <table className="mb-4 w-full border-collapse text-left">
        <caption className="sr-only">Reasons</caption>
        <thead className="bg-cream text-xs text-ink-soft">
          <tr>
            <th scope="col" className="px-2 py-2 font-semibold">
              Reason here
            </th>
            <th scope="col" className="px-2 py-2 font-semibold">
              Reason in Metrc
            </th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ reason, ours, theirs }) => (
            <tr key={reason} className="border-t border-line">
              <th scope="row" className="px-2 py-1.5 font-normal">
                {ours}
              </th>
              <td className="px-2 py-1.5 wrap-anywhere">{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-start gap-3">
        <ButtonLink to={REPORTING_PATH} rank="secondary">
          Change reasons
        </ButtonLink>
        <Confirm
          rank="secondary"
          label="Stop reporting"
          of=""
          question="Stop reporting?"
          consequence="The shop only watches from then on. What waits is not sent: staff enter it, and everything after it, in Metrc by hand."
          fields={{ intent: 'stop-reporting' }}
        />
      </div>
    </>
  );
}
