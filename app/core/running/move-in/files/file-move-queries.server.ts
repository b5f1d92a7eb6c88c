/** Reads the uploaded files for the page of an admin: what each is, examples of its columns, the report, its rows. */
import { and, desc, eq, gt } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { eachRow, type Keyset } from '#db/keyset.ts';
import { fileMoveRows, fileMoves } from '#db/schema/move-in.ts';
import type { FileMoveStatus } from '#kernel/statuses.ts';
import { CsvError } from '#platform/csv/csv-problem.ts';
import { fromSpreadsheet } from '#platform/csv/spreadsheet.ts';
import type { Report } from '../report.ts';
import { filesOf } from './current-move.server.ts';
import { FILE_DAYS } from './file-move.ts';
import type { ListKind, ListMapping } from './list-fields.ts';
import { rowsOfFile, type UploadedFile } from './uploaded-file.server.ts';

export type ShownFile = {
  id: string;
  name: string;
  rows: number;
  system: string | null;
  kind: ListKind | null;
  mapping: ListMapping;
  columns: { at: number; head: string; examples: string[] }[];
};

export type ShownMove = {
  id: string;
  status: FileMoveStatus;
  problem: string | null;
  report: Report | null;
  done: number;
  total: number;
  files: ShownFile[];
};

const EXAMPLES = 3;
const LONGEST_EXAMPLE = 40;

/** The newest; null before the first and after a week, and for people who may not change settings. */
export async function readFileMove(actor: Actor): Promise<ShownMove | null> {
  if (!may(actor, 'settings.manage')) return null;
  const [found] = await database()
    .select()
    .from(fileMoves)
    .where(gt(fileMoves.createdAt, new Date(Date.now() - FILE_DAYS * 86_400_000)))
    .orderBy(desc(fileMoves.createdAt), desc(fileMoves.id))
    .limit(1);
  if (!found) return null;
  const files = await filesOf(database(), found.id);
  return {
    ...{ id: found.id, status: found.status, problem: found.problem, done: found.done, total: found.total },
    report: found.report as Report | null,
    files: await Promise.all(files.map(shown)),
  };
}

async function shown(file: UploadedFile): Promise<ShownFile> {
  const first = await firstRows(file);
  return {
    ...{ id: file.id, name: file.name, rows: file.rows, system: file.system },
    ...{ kind: file.kind as ListKind | null, mapping: file.mapping },
    columns: file.header.map((head, at) => ({
      at,
      head,
      examples: [...new Set(first.map((cells) => shorten(cells[at] ?? '')))]
        .filter((text) => text !== '')
        .slice(0, EXAMPLES),
    })),
  };
}

const shorten = (text: string): string => {
  const line = fromSpreadsheet(text.trim()).replaceAll(/\s+/g, ' ').trim().toWellFormed();
  return line.length > LONGEST_EXAMPLE ? `${line.slice(0, LONGEST_EXAMPLE)}…` : line;
};

async function firstRows(file: UploadedFile): Promise<string[][]> {
  try {
    for await (const rows of rowsOfFile(file)) return rows.slice(0, 50).map(({ cells }) => cells);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return [];
}

const byPlace: Keyset = {
  columns: [
    { expression: fileMoveRows.kind, type: 'text' },
    { expression: fileMoveRows.place, type: 'text' },
    { expression: fileMoveRows.reason, type: 'text' },
  ],
  descending: false,
};

/** Each row that was left out or changed. The caller has checked who asks. */
export function eachMoveRow(moveId: string) {
  return eachRow(byPlace, ({ where, orderBy, limit, key }) =>
    database()
      .select({
        kind: fileMoveRows.kind,
        place: fileMoveRows.place,
        isLeftOut: fileMoveRows.isLeftOut,
        reason: fileMoveRows.reason,
        key,
      })
      .from(fileMoveRows)
      .where(and(eq(fileMoveRows.moveId, moveId), where))
      .orderBy(...orderBy)
      .limit(limit),
  );
}
