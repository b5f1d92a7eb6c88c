/** Turns figures of rows and columns into a heat map: a table whose cells are darker the larger their number is. */
import type { FormatValue } from './axis.ts';
import type { ChartTable, HeatDrawing } from './drawing.ts';

/** Steps of darkness; 0 has no ground of its own. */
const SHADES = 4;

export type HeatInput = {
  title: string;
  /** Above the row headings. */
  corner: string;
  columns: readonly { short: string; name: string }[];
  /** null where there is no value, also not zero. */
  rows: readonly { label: string; values: readonly (number | null)[] }[];
  format: FormatValue;
  /** The same figures as a list, with more beside them. */
  table: ChartTable;
};

export function drawHeat({ title, corner, columns, rows, format, table }: HeatInput): HeatDrawing {
  const all = rows.flatMap(({ label, values }) =>
    values.map((value, at) => ({ label, value: value ?? 0, column: columns[at]?.name ?? '' })),
  );
  const most = all.reduce((top, each) => (each.value > top.value ? each : top), {
    ...{ label: '', value: 0, column: '' },
  });
  return {
    title,
    description:
      most.value === 0
        ? 'Nothing in this range.'
        : `Most: ${most.column} ${most.label}, ${format(most.value)}.`,
    table,
    corner,
    columns,
    rows: rows.map(({ label, values }) => ({
      label,
      cells: values.map((value) => ({
        text: value === null ? '' : format(value),
        shade: value === null || value <= 0 ? 0 : Math.ceil((value / most.value) * SHADES),
      })),
    })),
    isEmpty: most.value === 0,
  };
}
