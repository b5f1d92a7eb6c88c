/** Renders the open pickups of the day by time, late ones first. */

import { TAKE_OUT_FIRST } from '#core/goods/stock/put-back/put-back.ts';
import { pickupLabel } from '#core/sales/line/line.ts';
import { orderStatusLabel, orderTones } from '#core/sales/orders/order.ts';
import { UNITS_MISSING, UNITS_TO_PACK } from '#core/sales/orders/order-status.ts';
import { Moment } from '#office/kit/moment.tsx';
import { Nothing } from '#office/kit/nothing.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { Cell, CellLink, Table } from './dashboard-table.tsx';
import type { PickupLine, Pickups } from './pickups-queries.server.ts';

/** @param year the store's present one, which times do not repeat */
export function PickupsPanel({
  pickups: { day, lines, done, missed },
  year,
}: {
  pickups: Pickups;
  year: number;
}) {
  const title = day === 'today' ? 'Today’s pickups' : 'Tomorrow’s pickups';
  const open = `${lines.length} open`;
  const ended = [
    ...(done > 0 ? [`${done} picked up`] : []),
    ...(missed > 0 ? [`${missed} not picked up`] : []),
  ].join(', ');
  return (
    <Panel title={title} note={ended ? `${open}, ${ended}` : open}>
      {lines.length === 0 ? (
        <Nothing>
          {missed > 0
            ? `${ended}.`
            : done > 0
              ? 'All of today’s orders were picked up.'
              : `No pickups ${day}.`}
        </Nothing>
      ) : (
        <Table name={title} head={['Time', 'Order', 'Customer', 'Units', 'Status']} right={[3]}>
          {lines.map((line, index) => (
            <Row key={line.id} line={line} year={year} repeats={lines[index - 1]?.time === line.time} />
          ))}
        </Table>
      )}
      <CellLink to={`/admin/orders?tab=${day}&sort=pickup`}>
        {day === 'today' ? 'Today’s orders' : 'Tomorrow’s orders'}
      </CellLink>
    </Panel>
  );
}

/** @param repeats the time of the row above, which is shown once */
function Row({ line, year, repeats }: { line: PickupLine; year: number; repeats: boolean }) {
  return (
    <tr className="border-t border-line">
      <Cell strong>
        {repeats ? (
          <span className="sr-only">{line.time}</span>
        ) : (
          <Moment text={line.time} without={year} className="whitespace-nowrap" />
        )}
      </Cell>
      <Cell>
        <CellLink to={`/admin/orders/${line.number}`}>{line.number}</CellLink>
      </Cell>
      <Cell>
        {line.name}
        {line.arrival === null ? null : (
          <span className="figures block font-medium text-spruce-700">
            At the store: number {pickupLabel(line.arrival)}
          </span>
        )}
        {line.says ? (
          <span className="figures block font-medium text-ochre-700">Running late: {line.says}</span>
        ) : null}
      </Cell>
      <Cell right>{line.units}</Cell>
      <Cell>
        <span className="flex flex-wrap gap-1">
          {line.isLate ? <StatusBadge tone="red">Late</StatusBadge> : null}
          {line.isShort ? <StatusBadge tone="red">{UNITS_MISSING}</StatusBadge> : null}
          {line.mustTakeOut ? <StatusBadge tone="red">{TAKE_OUT_FIRST}</StatusBadge> : null}
          {line.isToPack ? <StatusBadge tone="yellow">{UNITS_TO_PACK}</StatusBadge> : null}
          <StatusBadge tone={orderTones[line.shownStatus]}>{orderStatusLabel[line.shownStatus]}</StatusBadge>
        </span>
      </Cell>
    </tr>
  );
}
