/** Renders the five columns of the board. */
import { Link } from 'react-router';
import type { Board } from '../day/board.ts';
import { type Column, columnHint, columnLabel, columns } from '../day/board.ts';
import { useNow } from '../kit/use-now.ts';
import { OrderCard } from './board-card.tsx';
import { type CardDrag, useCardDrag } from './use-card-drag.ts';

/** @param isSettling whether the cards of a column moved a moment ago */
export function BoardColumns({
  board,
  isSettling,
}: {
  board: Board;
  isSettling: (column: Exclude<Column, 'done'>) => boolean;
}) {
  const now = useNow(board.now);
  const drag = useCardDrag();
  const totals = { ...board.columns, done: board.done };
  return (
    <>
      <nav
        aria-label="Columns"
        className="sticky top-0 z-10 -mx-4 flex flex-wrap gap-1 bg-paper px-4 py-2 md:hidden"
      >
        {columns.map((column) => (
          <a
            key={column}
            href={`#${column}`}
            className="figures flex min-h-12 grow basis-12 flex-col items-center justify-center rounded-control bg-cream text-xs"
          >
            {columnLabel[column]} <span className="text-base/5 font-semibold">{totals[column].total}</span>
          </a>
        ))}
      </nav>
      <div className="grid items-start gap-4 md:grid-cols-3 xl:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,0.7fr)]">
        {columns.map((column) => {
          const { mayDrop, events } = drag.target(column);
          return (
            <section
              key={column}
              id={column}
              {...events}
              aria-labelledby={`${column}-heading`}
              className={`min-w-0 scroll-mt-16 rounded-surface p-3 ${wide[column] ?? ''} ${mayDrop ? 'bg-spruce-100 inset-ring-2 inset-ring-spruce-700' : 'bg-cream'}`}
            >
              <h2 id={`${column}-heading`} className="figures mb-3 flex items-baseline gap-2 px-1 text-base">
                {columnLabel[column]}
                <span className="text-sm text-ink-soft">{totals[column].total}</span>
              </h2>
              {column === 'done' ? (
                <DoneList done={board.done} />
              ) : (
                <Cards {...{ column, now, drag }} {...board.columns[column]} settling={isSettling(column)} />
              )}
            </section>
          );
        })}
      </div>
    </>
  );
}

/** On a tablet who is here comes above the columns, and what is done below them. */
const wide: Partial<Record<Column, string>> = {
  here: 'md:max-xl:col-span-3',
  done: 'md:max-xl:col-span-3',
};

function Cards({
  column,
  total,
  cards,
  now,
  drag,
  settling,
}: {
  column: Exclude<Column, 'done'>;
  now: number;
  drag: CardDrag;
  /** The cards moved a moment ago: a press may have been meant for another order. */
  settling: boolean;
} & Board['columns']['here']) {
  if (cards.length === 0) return <p className="px-1 pb-1 text-sm text-ink-soft">{columnHint[column]}</p>;
  return (
    <>
      <ul
        onSubmitCapture={settling ? (event) => event.preventDefault() : undefined}
        className={`grid gap-3 ${column === 'here' ? 'md:max-xl:grid-cols-2 lg:max-xl:grid-cols-3' : ''}`}
      >
        {cards.map((card) => (
          <li key={card.number} data-row {...drag.source(card)} className="min-w-0 pointer-fine:cursor-grab">
            <OrderCard card={card} now={now} />
          </li>
        ))}
      </ul>
      {total > cards.length ? (
        <p className="figures mt-3 px-1 text-sm text-ink-soft">{total - cards.length} more later today</p>
      ) : null}
    </>
  );
}

function DoneList({ done: { total, orders } }: { done: Board['done'] }) {
  if (orders.length === 0)
    return <p className="px-1 pb-1 text-sm text-ink-soft">Nothing handed over yet today.</p>;
  return (
    <>
      <ul className="flex flex-col gap-1 md:max-xl:grid md:max-xl:grid-cols-3">
        {orders.map(({ number, name, time }) => (
          <li
            key={number}
            className="figures grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 px-1 text-sm max-[16em]:flex max-[16em]:flex-wrap"
          >
            <Link
              to={`/counter/orders/${number}`}
              className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
            >
              {number}
            </Link>
            <span className="text-ink-soft">{time}</span>
            <span className="col-span-2 -mt-2 min-w-0 pb-1 wrap-anywhere max-[16em]:mt-0 max-[16em]:basis-full">
              {name}
            </span>
          </li>
        ))}
      </ul>
      {total > orders.length ? (
        <p className="figures mt-2 px-1 text-sm text-ink-soft">{total - orders.length} earlier today</p>
      ) : null}
    </>
  );
}
