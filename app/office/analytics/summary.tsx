/** Renders the four cards, and the lines beside the chart: a figure, its previous value, and a link to its orders. */
import { Link } from 'react-router';
import type { SummaryLine } from './summarize-report.ts';

/** `reference` says what the other value is: 'before', 'yesterday until 2:30 PM'. */
export function Cards({ cards, reference }: { cards: readonly SummaryLine[]; reference: string }) {
  return (
    <ul className="grid overflow-hidden min-[16em]:grid-cols-2 rounded-surface bg-surface inset-ring inset-ring-line xl:grid-cols-4">
      {cards.map((card) => (
        <li
          key={card.label}
          className="min-w-0 border-line p-4 max-[16em]:not-first:border-t min-[16em]:not-first:border-l min-[16em]:max-xl:nth-[2n+1]:border-l-0 min-[16em]:max-xl:nth-[n+3]:border-t sm:p-5"
        >
          <Link to={card.to ?? ''} className="group block">
            <span className="block text-ink-soft underline-offset-4 group-hover:underline">{card.label}</span>
            <span className="figures mt-1 block text-xl font-semibold tracking-tight sm:text-3xl">
              {card.value}
            </span>
          </Link>
          <p className="figures mt-2 text-xs text-ink-soft">
            <Change change={card.change} /> {card.before} {reference}
          </p>
          {card.note ? <p className="figures mt-1 text-xs text-ink-soft">{card.note}</p> : null}
        </li>
      ))}
    </ul>
  );
}

export function Lines({ lines, reference }: { lines: readonly SummaryLine[]; reference: string }) {
  return (
    <dl>
      {lines.map((line) => (
        <div
          key={line.label}
          className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2.5 max-[16em]:grid-cols-1 first:pt-0 last:border-0"
        >
          <dt>
            {line.to ? (
              <Link
                to={line.to}
                className="-my-2 inline-flex min-h-11 items-center text-spruce-700 underline decoration-spruce-700/40 underline-offset-4 hover:decoration-current"
              >
                {line.label}
              </Link>
            ) : (
              line.label
            )}
          </dt>
          <dd className="figures text-right font-semibold">{line.value}</dd>
          <dd className="text-xs text-ink-soft">{line.note}</dd>
          <dd className="figures text-right text-xs text-ink-soft">
            <Change change={line.change} /> {line.before} {reference}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const arrows = { up: '▲', down: '▼', same: '' };
const words = { up: 'up', down: 'down', same: '' };

/** '▲ 12.5% from', or only the previous value. */
function Change({ change }: Pick<SummaryLine, 'change'>) {
  if (change === null || change.direction === 'same') return null;
  return (
    <>
      <span
        className={`font-medium whitespace-nowrap ${change.direction === 'up' ? 'text-spruce-700' : 'text-clay-700'}`}
      >
        <span aria-hidden="true" className="text-[0.65rem]">
          {arrows[change.direction]}{' '}
        </span>
        <span className="sr-only">{words[change.direction]} </span>
        {change.by}
      </span>{' '}
      from
    </>
  );
}
