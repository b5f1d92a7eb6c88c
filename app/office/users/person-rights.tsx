/** Renders what a person at work may do. */
import { CellLink } from '#office/kit/figures-table.tsx';
import { Panel } from '#office/kit/panel.tsx';
import type { PersonAtWork } from './person-queries.server.ts';

export function PersonRights({ of: { id, role, rights, isHere, isStaff } }: { of: PersonAtWork }) {
  return (
    <Panel
      title="What they may do"
      id="rights"
      note={
        isHere ? (
          <span className="inline-flex flex-wrap gap-x-4">
            <CellLink to={`/admin/users?details=${id}`}>{role}</CellLink>
            {isStaff ? <CellLink to={`/admin/users?rightsOf=${id}`}>Change rights</CellLink> : null}
          </span>
        ) : null
      }
    >
      {rights.length === 0 ? (
        <p className="text-ink-soft">Nothing here: their account is a customer’s.</p>
      ) : (
        <ul className="list-disc gap-x-8 pl-5 sm:columns-2">
          {rights.map((right) => (
            <li key={right} className="break-inside-avoid py-0.5">
              {right}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
