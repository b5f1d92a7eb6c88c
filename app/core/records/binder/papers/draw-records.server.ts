/** Draws records as a PDF that an inspector may take along: the business, the days, who drew it, and a table. */
import { formatNumber } from '#kernel/number.ts';
import { openPaper } from '#platform/drawing/paper.server.ts';
import { PAGE, PAGES, SOFT, SPRUCE } from '#platform/paper/paper.ts';
import { type Column, paperCell } from './paper-table.ts';

export type PaperRow = Readonly<Record<string, string | number | bigint | boolean | null>>;

export type PaperPart = {
  /** '' for the only part of a paper. */
  title: string;
  /** Which rows it has. */
  about: string;
  /** Facts before the table, or without one. */
  facts?: readonly (readonly [string, string])[];
  columns: readonly Column[];
  rows: readonly PaperRow[];
  /** Below the table: 'Total: 1,234.05'. */
  sums: readonly string[];
};

export type PaperAbout = {
  title: string;
  store: { name: string; legalName: string; license: string; address: string };
  /** 'Nov 1, 2026 to Nov 30, 2026' */
  days: string;
  /** 'Nov 30, 2026 6:12 PM by Ada Owner' */
  made: string;
  at: Date;
  mark: string | null;
};

/** Returns the bytes. */
export function drawRecords(about: PaperAbout, parts: readonly PaperPart[]): Promise<Buffer> {
  const { title, store, days, made, at, mark } = about;
  const paper = openPaper({ title: `${title}, ${days}`, author: store.legalName, at, mark });
  paper.write(store.name, { size: 20, font: 'display', color: SPRUCE });
  paper.heading(`${title}, ${days}`, 1, { size: 14, font: 'strong' });
  paper.write(`${store.legalName}, license ${store.license}, ${store.address}`, { color: SOFT });
  paper.write(`Made ${made}`, { color: SOFT });
  for (const part of parts) drawPart(paper, part);
  return paper.finish([
    [
      { text: store.legalName, width: paper.width - 240, size: 8, color: SOFT },
      { text: `${title}, page ${PAGE} of ${PAGES}`, width: 240, size: 8, color: SOFT, align: 'right' },
    ],
  ]);
}

function drawPart(
  paper: ReturnType<typeof openPaper>,
  { title, about, facts = [], columns, rows, sums }: PaperPart,
) {
  paper.space(12);
  paper.room(60);
  if (title !== '') paper.heading(title, 2, { size: 13, font: 'display', color: SPRUCE });
  if (about !== '') paper.write(about, { size: 9, color: SOFT });
  for (const [name, value] of facts)
    paper.row([
      { text: name, width: 140, size: 9, color: SOFT },
      { text: value, width: paper.width - 140, size: 9 },
    ]);
  if (columns.length === 0) return;
  if (rows.length === 0) return void paper.write('None.', { size: 9 });
  const cells = (textOf: (column: Column) => string, look: { color?: string }) =>
    columns.map((column) => ({
      ...{ text: textOf(column), width: column.width, size: 8, ...look },
      // A column of words after one of figures must not touch it.
      ...(column.right ? { align: 'right' as const, inset: 8 } : { inset: 4 }),
    }));
  paper.head(cells(({ label }) => label, { color: SOFT }));
  paper.rule();
  for (const row of rows)
    paper.row(
      cells((column) => paperCell(column, row[column.key]), {}),
      2,
    );
  paper.rule();
  const count = `${formatNumber(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
  paper.write([count, ...sums].join('. '), { size: 9, font: 'strong' });
}
