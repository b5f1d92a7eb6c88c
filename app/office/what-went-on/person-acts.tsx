/** Renders what one person did on a day: each kind of act with what is usual, and the entries of the audit log. */
import { CellLink, FiguresTable } from '#office/kit/figures-table.tsx';
import { Panel } from '#office/kit/panel.tsx';
import type { PresentedPerson } from './present-conduct.ts';

const marks = { day: 'Stands out', week: 'Stands out over the week' } as const;

export function PersonActs({ personId, name, isUnusual, acts }: PresentedPerson) {
  return (
    <Panel
      title={name}
      note={
        <span className="flex flex-wrap items-baseline gap-x-4">
          {isUnusual ? null : 'As usual'}
          <CellLink to={`/admin/users/${personId}`}>
            At work<span className="sr-only">: {name}</span>
          </CellLink>
        </span>
      }
      className="break-inside-avoid"
    >
      <ActsTable
        name={name}
        usual="Usual a day"
        acts={acts.map((act) => ({ ...act, mark: act.mark && marks[act.mark] }))}
        empty=""
      />
    </Panel>
  );
}

/** A kind of act in words; `mark` says that it stands out, `to` leads to its entries of the audit log. */
type Act = Record<'kind' | 'label' | 'count' | 'value' | 'usual' | 'to', string> & { mark: string | null };

/** @param usual the heading of what is usual @param empty for no acts at all */
export function ActsTable({
  name,
  usual: usualHead,
  acts,
  empty,
}: {
  name: string;
  usual: string;
  acts: readonly Act[];
  empty: string;
}) {
  return (
    <FiguresTable
      name={name}
      head={[
        { label: 'What' },
        { label: 'Times', right: true },
        { label: 'Amount', right: true },
        { label: usualHead, right: true },
        { label: 'Records' },
      ]}
      rows={acts.map(({ kind, label, count, value, usual, mark, to }) => ({
        key: kind,
        cells: [
          <span key="what">
            {label}
            {mark ? <strong className="block text-sm text-clay-700">{mark}</strong> : null}
          </span>,
          count,
          value,
          usual,
          <CellLink key="records" to={to}>
            Open<span className="sr-only"> {label}</span>
          </CellLink>,
        ],
      }))}
      empty={empty}
    />
  );
}
