/** A measured line of the table. The budget is printed beside the value, never asserted. */
export type Row = {
  what: string;
  /** Figures with their unit; '' without any. */
  ours: string;
  baseline: string;
  /** The ratio to the baseline, or the value that the budget limits. */
  value: string;
  budget: string;
  /** null without a budget, or without a measurement. */
  holds: boolean | null;
  /** What a reader must know to trust the value. */
  note?: string;
};

export const percent = (ratio: number) => `${(ratio * 100).toFixed(0)} %`;
export const perSecond = (rate: number) => `${rate.toFixed(rate < 100 ? 1 : 0)}/s`;
export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
export const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** A row that could not be measured says why; the others continue. */
export async function measured(what: string, measure: () => Promise<Row[]>): Promise<Row[]> {
  const started = performance.now();
  process.stderr.write(`${what} … `);
  try {
    const rows = await measure();
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s\n`);
    return rows;
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    process.stderr.write(`not measured: ${error instanceof Error ? error.stack : why}\n`);
    return [
      { what, ours: '', baseline: '', value: '', budget: '', holds: null, note: `not measured: ${why}` },
    ];
  }
}

const columns = ['what', 'ours', 'baseline', 'value', 'budget', 'holds'] as const;

function cells(row: Row): Record<(typeof columns)[number], string> {
  return { ...row, holds: row.holds === null ? '' : row.holds ? 'yes' : 'NO' };
}

/** The rows as a Markdown table with aligned columns, notes below it. */
export function asTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((name) => cells(row)[name]));
  const notes = rows.filter((row) => row.note).map((row) => `- ${row.what}: ${row.note}`);
  return [...alignedTable([[...columns], ...lines]), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

/** Lines of a Markdown table, heading first. */
export function alignedTable(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const printed = lines.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [printed[0] ?? '', rule, ...printed.slice(1)];
}
