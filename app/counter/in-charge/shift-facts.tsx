/** Renders who is in charge, permits that end soon, and a pause of reservations, above the board. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';
import type { ShiftFacts as Facts } from './shift-queries.server.ts';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function InChargeLine({ inCharge }: Pick<Facts, 'inCharge'>) {
  return (
    <p className="figures flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      {inCharge ? `In charge: ${inCharge.person}, since ${inCharge.since}` : 'No one is in charge'}
      <Link to="/counter/in-charge" className={link}>
        {inCharge ? 'Change' : 'Take charge'}
      </Link>
    </p>
  );
}

function PermitNotice({ dates, mayOpenSettings }: Pick<Facts, 'dates' | 'mayOpenSettings'>) {
  if (dates.length === 0) return null;
  return (
    <Notice
      tone={dates.some(({ isOverdue }) => isOverdue) ? 'error' : 'caution'}
      className="flex flex-wrap items-center justify-between gap-x-6"
    >
      <ul className="font-medium">
        {dates.map(({ id, title, due, away }) => (
          <li key={id} className="figures wrap-anywhere">
            {title}: {due}, {away}
          </li>
        ))}
      </ul>
      {mayOpenSettings ? (
        <Link to="/admin/settings/dates" className={`-my-2.5 ${link}`}>
          All dates
        </Link>
      ) : null}
    </Notice>
  );
}

/** Everyone at the counter sees a pause; those who may pause may end it. */
function PauseNotice({ paused, mayPause }: Pick<Facts, 'paused' | 'mayPause'>) {
  if (paused === null) return null;
  return (
    <Notice
      tone="caution"
      title="Shoppers cannot reserve"
      className="flex flex-wrap items-center gap-x-3 wrap-anywhere"
    >
      {paused}
      {mayPause ? (
        <Link to="/admin/settings/pause" className={`-my-2.5 ${link}`}>
          Change the pause
        </Link>
      ) : null}
    </Notice>
  );
}

export function ShiftNotices(facts: Facts) {
  return (
    <>
      <PauseNotice {...facts} />
      <PermitNotice {...facts} />
    </>
  );
}
