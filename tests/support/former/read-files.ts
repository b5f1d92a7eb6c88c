/** Reads files of other systems as records, as an upload does, without a database. */

import { filesSource } from '#core/running/move-in/files/files-source.ts';
import { findHeads, recognize } from '#core/running/move-in/files/recognize.ts';
import type { SourceFile } from '#core/running/move-in/files/source-file.ts';
import type { Note, RecordKind, Records } from '#core/running/move-in/records.ts';
import { parseDate } from '#kernel/time.ts';
import { type CsvRow, readCsv } from '#platform/csv/csv-reader.ts';

const now = new Date('2026-11-24T15:00:00Z');

async function fileOf(name: string, text: string): Promise<SourceFile> {
  const all: CsvRow[] = [];
  for await (const rows of readCsv(piecesOf(text))) all.push(...rows);
  const at = findHeads(all.map(({ cells }) => cells));
  const header = all[at]?.cells ?? [];
  const found = recognize(header);
  if (!found) throw new Error(`${name} was not recognized`);
  return {
    ...{ name, ...found, header, decimalCommas: false },
    rows: async function* () {
      yield all.slice(at + 1);
    },
  };
}

async function* piecesOf(text: string) {
  yield text;
}

/** @param files name → text */
export async function readFiles<K extends RecordKind>(kind: K, files: Record<string, string>) {
  const source = filesSource(
    'files',
    await Promise.all(Object.entries(files).map(([name, text]) => fileOf(name, text))),
    {
      ...{ now, zone: 'America/New_York', minimumAge: 21 },
      today: parseDate('2026-11-24') as never,
      hash: (email) => `hash of ${email}`,
    },
  );
  const records: Records[K][] = [];
  const notes: Note[] = [];
  for await (const batch of source.read(kind)) {
    records.push(...batch.records);
    notes.push(...batch.notes);
  }
  return { records, notes, reasons: notes.map(({ sourceId, reason }) => `${sourceId}: ${reason}`) };
}
