/** Renders the parts around every chart: its title, its frame, and its figures as a table. */
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { type ChartTable, type ChartWords, PLOT_HEIGHT, type Tick, type XLabel } from './drawing.ts';

/** Space above the plot for the topmost tick label, in pixels. */
const ABOVE = 8;
/** A drawing with the space below it for its labels, which grow with the text. */
const DRAWING = 'mb-[1.625rem] block overflow-visible';

export function ChartFigure({ words, children }: { words: ChartWords; children: ReactNode }) {
  return (
    <figure className="m-0 break-inside-avoid">
      {children}
      <ChartData title={words.title} table={words.table} />
    </figure>
  );
}

/** The figures: collapsed on screen, expanded in print. */
function ChartData({ title, table }: { title: string; table: ChartTable }) {
  return (
    <details className="mt-2 print:[&::details-content]:[content-visibility:visible]">
      <summary className="inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-soft underline-offset-4 hover:underline print:hidden">
        Show as a table<span className="sr-only"> {title}</span>
      </summary>
      <section
        className="relative max-h-80 overflow-auto print:max-h-none"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        tabIndex={0}
        aria-label={`${title}, table`}
      >
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="bg-cream text-left">
            <tr>
              {table.head.map((name, index) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change order
                  key={index}
                  scope="col"
                  className={`px-3 py-2 font-medium ${index > 0 ? 'text-right' : ''}`}
                >
                  {name || <span className="sr-only">Name</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, ...values], row) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="px-3 py-2 text-left font-normal">
                  <MaybeLink to={table.links?.[row]}>{name}</MaybeLink>
                </th>
                {values.map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change order
                  <td key={index} className="px-3 py-2 text-right">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** Links to the page behind a figure, if there is one. */
export function MaybeLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to ? (
    <Link
      to={to}
      className="-my-2 inline-flex min-h-11 items-center text-spruce-700 underline decoration-spruce-700/40 underline-offset-4 hover:decoration-current print:no-underline"
    >
      {children}
    </Link>
  ) : (
    children
  );
}

/**
 * A plot with its two axes. `children` draw into an area that is 100 % wide and `PLOT_HEIGHT` pixels tall. An empty
 * range shows its axes and says that it is empty.
 */
export function Plot({
  words,
  ticks,
  labels,
  isEmpty,
  children,
}: {
  words: ChartWords;
  ticks: readonly Tick[];
  labels: readonly XLabel[];
  isEmpty: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const height = ABOVE + PLOT_HEIGHT;
  return (
    <div className="relative grid grid-cols-[auto_1fr] gap-2 print:[print-color-adjust:exact]">
      <TickColumn ticks={ticks} height={height} />
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-description`}
        height={height}
        className={`${DRAWING} w-full`}
      >
        <title id={`${id}-title`}>{words.title}</title>
        <desc id={`${id}-description`}>{words.description}</desc>
        <g transform={`translate(0 ${ABOVE})`}>
          {ticks.map(({ y }) => (
            <line key={y} x1="0" x2="100%" y1={y} y2={y} className="stroke-ink/12" />
          ))}
          {isEmpty ? null : children}
          {labels.map(({ x, label, anchor, onPhones }, at) => (
            <text
              key={x}
              x={`${x}%`}
              y={PLOT_HEIGHT}
              dy="1.25rem"
              textAnchor={anchor}
              className={`fill-ink-soft text-xs ${onPhones ? '' : 'max-sm:hidden'} ${atLargeText(at, labels.length)}`}
            >
              {label}
            </text>
          ))}
        </g>
      </svg>
      {isEmpty ? (
        <p className="absolute inset-x-0 top-20 text-center text-sm text-ink-soft">Nothing in this range.</p>
      ) : null}
    </div>
  );
}

/** Where only two labels fit below a plot: the first and the last, each inside of the plot. */
function atLargeText(at: number, count: number): string {
  if (at === 0 && count > 1) return 'max-[16em]:[text-anchor:start]';
  return at === count - 1 ? 'max-[16em]:[text-anchor:end]' : 'max-[16em]:hidden';
}

/** The tick labels have their own column, as wide as the longest one. */
function TickColumn({ ticks, height }: { ticks: readonly Tick[]; height: number }) {
  const longest = Math.max(1, ...ticks.map(({ label }) => label.length));
  return (
    <svg aria-hidden="true" height={height} width={`${longest * LETTER}rem`} className={`${DRAWING} figures`}>
      {ticks.map(({ y, label }) => (
        <text key={y} x="100%" y={ABOVE + y} dy="0.35em" textAnchor="end" className="fill-ink-soft text-xs">
          {label}
        </text>
      ))}
    </svg>
  );
}

/** Width of a digit in the text font at its smallest size, rounded up, in rem: it grows with the text. */
const LETTER = 0.5;
