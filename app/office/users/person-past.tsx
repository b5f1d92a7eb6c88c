/** Renders what a person at work did: their last week, shifts and drawers. */
import { drawerName } from '#core/sales/cash-desk/drawer.ts';
import { Variance } from '#office/cash/drawer-columns.tsx';
import { CellLink, FiguresTable } from '#office/kit/figures-table.tsx';
import { Moment } from '#office/kit/moment.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { ActsTable } from '#office/what-went-on/person-acts.tsx';
import type { PersonAtWork } from './person-queries.server.ts';

export function PersonWeek({ of: { week } }: { of: PersonAtWork }) {
  return (
    <Panel title="Last week" id="week" note="7 days, today included">
      <ActsTable
        name="Last week"
        usual="Usual"
        acts={week}
        empty="No refund, pay-out, correction or the like in this week."
      />
      {week.length > 0 ? (
        <p className="mt-2 text-xs text-ink-soft">
          Usual is what the others do in as many days of work, over the eight weeks before.
        </p>
      ) : null}
    </Panel>
  );
}

export function PersonShifts({ of: { shifts } }: { of: PersonAtWork }) {
  return (
    <Panel title="Shifts" id="shifts" note="Last 14 days">
      <FiguresTable
        name="Shifts"
        head={[
          { label: 'Day' },
          { label: 'First to last act' },
          { label: 'Between', right: true },
          { label: 'Acts', right: true },
          { label: 'Sign-ins', right: true },
          { label: 'By PIN', right: true },
        ]}
        rows={shifts.map(({ day, label, from, until, hours, acts, signIns, takeOvers }) => ({
          key: day,
          cells: [
            <span key="day" className="whitespace-nowrap">
              {label}
            </span>,
            <span key="acts" className="whitespace-nowrap">
              {from === until ? from : `${from} to ${until}`}
            </span>,
            ...[hours, acts, signIns, takeOvers],
          ],
        }))}
        empty="Nothing on record in the last 14 days."
      />
      <p className="mt-2 text-xs text-ink-soft">
        From the first to the last act that is on record that day. This is not a time clock: work that leaves
        no record is not in it.
      </p>
    </Panel>
  );
}

export function PersonDrawers({ of: { drawers } }: { of: PersonAtWork }) {
  return (
    <Panel title="Drawers" id="drawers" note={drawers.length > 0 ? 'Last 10' : null}>
      <FiguresTable
        name="Drawers"
        head={[{ label: 'Drawer' }, { label: 'Opened' }, { label: 'Closed' }, { label: 'Over or short' }]}
        rows={drawers.map(({ id, number, day, holder, opened, closed, closedBy, variance }) => ({
          key: id,
          cells: [
            <CellLink key="drawer" to={`/admin/cash/${day}`}>
              <span className="whitespace-nowrap">{drawerName(number)}</span>
            </CellLink>,
            <span key="opened">
              <Moment text={opened} />
              {holder ? <span className="block text-ink-soft">held by {holder}</span> : null}
            </span>,
            closed ? (
              <span key="closed">
                <Moment text={closed} /> <span className="text-ink-soft">by {closedBy}</span>
              </span>
            ) : (
              'Open now'
            ),
            variance === null ? '–' : <Variance key="variance" variance={variance} />,
          ],
        }))}
        empty="They have held no drawer."
      />
    </Panel>
  );
}
