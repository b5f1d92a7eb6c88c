/** Reads an export of a shop like this one. Its records are checked like any other’s: the folder may have been edited. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '#platform/env.ts';
import type { Note, ReadBatch, RecordKind, RecordSource, Records } from '../records.ts';
import { folderFiles } from '../source-files.server.ts';
import { DESCRIPTION, isDescription, recordsFile } from './export-format.ts';
import { readRecord } from './read-record.ts';

const BATCH = 500;

/** null for a folder that is no export. @throws StartError for one of another version. */
export async function openExport(folder: string): Promise<RecordSource | null> {
  const text = await readFile(join(folder, DESCRIPTION), 'utf8').catch(() => null);
  if (text === null) return null;
  const described: unknown = await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => null);
  if (!isDescription(described))
    throw new StartError(`${DESCRIPTION} of this folder is not one that this release reads.`);
  const files = folderFiles(join(folder, 'files'));
  return {
    place: `export ${basename(folder)}`,
    read: (kind) => readKind(folder, kind),
    file: (ref) => files.read(ref),
    close: async () => undefined,
  };
}

async function* readKind<K extends RecordKind>(folder: string, kind: K): AsyncGenerator<ReadBatch<K>> {
  const input = createReadStream(join(folder, recordsFile(kind)));
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let records: Records[K][] = [];
  let notes: Note[] = [];
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    const record = readRecord(kind, text);
    if (record === null)
      notes.push({ kind, sourceId: `line ${line}`, isLeftOut: true, reason: 'Not a record of this kind' });
    else records.push(record);
    if (records.length + notes.length < BATCH) continue;
    yield { records, notes };
    records = [];
    notes = [];
  }
  yield { records, notes };
}
