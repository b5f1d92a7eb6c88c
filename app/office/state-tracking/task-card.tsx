/** Renders a refused report: what the state's system says, what the shop has, and what to do. */
import { Link } from 'react-router';
import type { Task } from '#core/goods/tracking/reports/acts-queries.server.ts';
import type { ActLot } from '#core/goods/tracking/reports/select-acts.server.ts';
import { formatNumber } from '#kernel/number.ts';
import { Facts } from '#ui/facts.tsx';
import { TaskActions } from './task-actions.tsx';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';
/** Within words: as high as a finger, without moving the lines apart. */
const inline = `-my-2.5 ${link}`;

export function TaskCard({ task, mayAct }: { task: Task; mayAct: boolean }) {
  return (
    <article aria-labelledby={`task-${task.id}`} className="py-5">
      <h2 id={`task-${task.id}`} className="text-lg">
        <Link to={`/admin/state-tracking/acts/${task.id}`} className={`${link} wrap-anywhere`}>
          {task.title}
        </Link>
      </h2>
      <div className="mb-4 max-w-3xl">
        <Facts facts={troubleFacts(task)} />
      </div>
      {mayAct ? <TaskActions act={task} /> : null}
    </article>
  );
}

/** What happened, theirs, ours and the cure. */
export function troubleFacts({
  happened,
  order,
  lots,
  answer,
  cure,
}: Omit<Task, 'cure'> & Pick<Task, 'cure'>) {
  return [
    ['Happened', happened],
    ...(order === null
      ? []
      : ([
          [
            'Order',
            <Link key="order" to={`/admin/orders/${order}`} className={inline}>
              {order}
            </Link>,
          ],
        ] as const)),
    ...(lots.length === 0 ? [] : ([['Lots', <LotLinks key="lots" lots={lots} />]] as const)),
    ['Metrc says', answer || 'Nothing'],
    ...(cure.ours === '' ? [] : ([['The shop', cure.ours]] as const)),
    [
      'What to do',
      cure.to === null ? (
        cure.words
      ) : (
        <>
          {cure.words}{' '}
          <Link to={cure.to} className={inline}>
            {placeOf(cure.to)}
          </Link>
        </>
      ),
    ],
  ] as const;
}

export function LotLinks({ lots }: { lots: readonly ActLot[] }) {
  return (
    <ul>
      {lots.map(({ lotId, product, batch, units }) => (
        <li key={lotId}>
          <Link to={`/admin/lots/${lotId}`} className={inline}>
            {product}, batch {batch}
          </Link>
          {units === 0
            ? null
            : `: ${formatNumber(Math.abs(units))} ${Math.abs(units) === 1 ? 'unit' : 'units'}`}
        </li>
      ))}
    </ul>
  );
}

/** Where a link of a cure leads. */
function placeOf(to: string): string {
  if (to.startsWith('/admin/orders/')) return 'Open the order';
  if (to.startsWith('/admin/settings/')) return 'Open the settings';
  return to.startsWith('/admin/products/') ? 'Open the lots' : 'Open the lot';
}
