/** Renders what a person did that waits for others. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';
import type { LeftOpen as Open } from './leaving-queries.server.ts';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';
const times = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`;

/** @param isHere whether they still work here, and may send what a tablet holds */
export function LeftOpen({ of: { unsent, notAccepted, waste }, isHere }: { of: Open; isHere: boolean }) {
  if (unsent.length + notAccepted + waste === 0) return null;
  return (
    <div className="mb-4 grid gap-3">
      {unsent.map(({ id, tablet, acts }) => (
        <Notice
          key={id}
          tone="caution"
          title={`${tablet} holds ${times(acts, 'action', 'actions')} of theirs that it has not sent`}
        >
          {isHere
            ? 'Only they can send them, while they work here. Connect the tablet and let them sign in on it first.'
            : 'They no longer work here, so these cannot be sent. Ask them what they did, and enter it.'}
        </Notice>
      ))}
      {notAccepted > 0 ? (
        <Notice tone="caution" title={`${times(notAccepted, 'hand-over', 'hand-overs')} not accepted`}>
          <Link to="/counter/end-of-day" className={link}>
            Settle under End of day
          </Link>
        </Notice>
      ) : null}
      {waste > 0 ? (
        <Notice title={`${times(waste, 'waste record', 'waste records')} of theirs not destroyed`}>
          <Link to="/admin/waste" className={link}>
            Open Waste
          </Link>
        </Notice>
      ) : null}
    </div>
  );
}
