/** Renders a drawing made by `drawHeat` (draw-heat.ts): every number is text, so nothing depends on its ground. */
import type { HeatDrawing } from './drawing.ts';
import { ChartFigure } from './figure.tsx';

/** By shade; forced colors have the numbers and lines. */
const grounds = [
  '',
  'bg-spruce-100/50',
  'bg-spruce-100',
  'bg-spruce-500 text-paper',
  'bg-spruce-700 text-paper',
];

export function HeatMap({ drawing }: { drawing: HeatDrawing }) {
  const { title, description, corner, columns, rows, isEmpty } = drawing;
  if (isEmpty)
    return (
      <p className="rounded-control bg-cream px-4 py-8 text-center text-ink-soft">Nothing in this range.</p>
    );
  return (
    <ChartFigure words={drawing}>
      <table className="figures w-full table-fixed border-separate border-spacing-px text-center text-xs sm:text-sm print:[print-color-adjust:exact]">
        <caption className="sr-only">
          {title}. {description}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="w-12 text-left text-xs font-normal text-ink-soft sm:w-16">
              {corner}
            </th>
            {columns.map(({ short, name }) => (
              <th key={name} scope="col" abbr={name} className="py-1 text-xs font-semibold text-ink-soft">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row" className="py-1 text-left text-xs font-normal whitespace-nowrap text-ink-soft">
                {label}
              </th>
              {cells.map(({ text, shade }, at) => (
                <td
                  key={columns[at]?.name}
                  className={`rounded-xs py-1.5 inset-ring inset-ring-line forced-colors:border ${grounds[shade]}`}
                >
                  {text || <span className="sr-only">0</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ChartFigure>
  );
}
