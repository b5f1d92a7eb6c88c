/** Renders what waits for a person at work, and what they approved for colleagues. */
import { Link } from 'react-router';
import { Panel } from '#office/kit/panel.tsx';
import { HeldList } from './held-list.tsx';
import { LeftOpen } from './left-open.tsx';
import type { PersonAtWork } from './person-queries.server.ts';

export function PersonWaiting({ of: { held, leftOpen, isHere } }: { of: PersonAtWork }) {
  return (
    <Panel title="Waits for them" id="waiting">
      <LeftOpen of={leftOpen} isHere={isHere} />
      {held.length === 0 ? (
        <p className="text-ink-soft">No drawer, no order, no count is open in their name.</p>
      ) : (
        <HeldList held={held} />
      )}
    </Panel>
  );
}

export function PersonApprovals({ of: { approvals, witnessed } }: { of: PersonAtWork }) {
  const isEmpty = approvals.length + witnessed.length === 0;
  return (
    <Panel title="Approved for others" id="approved" note={isEmpty ? null : 'Last 30 days'}>
      {isEmpty ? <p className="text-ink-soft">Nothing in the last 30 days.</p> : null}
      <ul className="space-y-2">
        {approvals.map(({ id, what, askedBy, at }) => (
          <li key={id} className="border-l-2 border-line pl-4">
            {what}{' '}
            <span className="figures text-ink-soft">
              asked by {askedBy} · {at}
            </span>
          </li>
        ))}
        {witnessed.map(({ number, by, at }) => (
          <li key={number} className="border-l-2 border-line pl-4">
            <Link to={`/admin/waste/${number}`} className="text-spruce-700 underline underline-offset-4">
              Waste {number}
            </Link>
            , as witness{' '}
            <span className="figures text-ink-soft">
              recorded by {by} · {at}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
