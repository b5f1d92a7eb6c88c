/**
 * Tags a paper's rows, so that a screen reader finds its headings, paragraphs and tables (ISO 32000-1, 14.8). What is
 * only layout (lines, the foot of every page after the first) is an artifact, which is not read aloud.
 */
import type PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';
import type { Cell, RowTag } from './paper.ts';

/** Draws a cell inside its tag; null for an empty cell. A row that goes on to another page calls it again. */
export type RowTags = (cell: number, draw: (() => void) | null) => void;

type Tags = {
  /** The element that holds everything. */
  all: StructureElement;
  row(tag: RowTag, cells: readonly Cell[]): RowTags;
  /** The foot of the first page is read aloud, because it has a license and warnings; those of others repeat it. */
  foot(page: number): RowTags;
};

/** A table: where its columns begin, in points, from its first row; and whether that row names them. */
type Table = { element: StructureElement; columns: readonly number[]; hasHead: boolean };

export function openTags(pdf: PDFDocument): Tags {
  const paper = pdf.struct('Document', {});
  pdf.addStructure(paper);
  let table: Table | null = null;

  return {
    all: paper,
    row(tag, cells) {
      if (tag !== 'TR' && tag !== 'TH') {
        table = null;
        return tagged([add(pdf, paper, tag)]);
      }
      if (table === null || tag === 'TH')
        table = { element: add(pdf, paper, 'Table'), columns: startsOf(cells), hasHead: tag === 'TH' };
      return tagged(cellTags(pdf, table, tag, cells));
    },
    foot(page) {
      const element = page === 0 ? add(pdf, paper, 'P') : null;
      return (_cell, draw) => {
        if (!draw) return;
        if (element) element.add(draw);
        else {
          pdf.markContent('Artifact', { type: 'Pagination' });
          draw();
          pdf.endMarkedContent();
        }
      };
    },
  };
}

function add(pdf: PDFDocument, parent: StructureElement, tag: string, scope?: 'Row' | 'Column') {
  const element = pdf.struct(tag, scope ? { scope } : {});
  parent.add(element);
  return element;
}

const tagged =
  (elements: readonly StructureElement[]): RowTags =>
  (cell, draw) => {
    if (draw) elements[cell]?.add(draw);
  };

/**
 * The tags of a row's cells. Every row of a table has as many: a cell that spans columns is followed by empty ones. In a
 * table without a head the first cell names its row.
 */
function cellTags(
  pdf: PDFDocument,
  { element, columns, hasHead }: Table,
  tag: 'TR' | 'TH',
  cells: readonly Cell[],
): StructureElement[] {
  const row = add(pdf, element, 'TR');
  const one = (column: number) =>
    tag === 'TH'
      ? add(pdf, row, 'TH', 'Column')
      : column === 0 && !hasHead
        ? add(pdf, row, 'TH', 'Row')
        : add(pdf, row, 'TD');
  let next = 0;
  const fillTo = (column: number) => {
    for (; next < column; next += 1) one(next);
  };
  const starts = startsOf(cells);
  const tags = cells.map((_, index) => {
    fillTo(columns.findLastIndex((start) => start <= (starts[index] ?? 0) + 1));
    next += 1;
    return one(next - 1);
  });
  fillTo(columns.length);
  return tags;
}

/** Where cells begin, in points from the left edge. */
function startsOf(cells: readonly Cell[]): number[] {
  let left = 0;
  return cells.map(({ width }) => {
    left += width;
    return left - width;
  });
}
