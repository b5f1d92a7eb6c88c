/**
 * Writes the whole shop into a folder in open formats (docs/decisions/0127-leaving-is-as-easy-as-coming.md): a description,
 * records as JSON, one a line, the same as CSV, and the files beside. License numbers and photos are in it as they are.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { photoContext } from '#core/accounts/customers/save-photo.server.ts';
import { PICTURE_WIDTHS } from '#core/goods/catalogue/pictures/picture.ts';
import { readStoredSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inLongTransaction, type Transaction } from '#db/client.ts';
import { csvStream } from '#platform/csv/csv.ts';
import { StartError } from '#platform/env.ts';
import { files } from '#platform/files/files.ts';
import { decryptBytes } from '#platform/secrets/keyring.ts';
import { type FileKind, type RecordKind, type Records, recordKinds } from '../records.ts';
import { DESCRIPTION, describe, recordsFile } from './export-format.ts';
import { eachRecord } from './export-queries.server.ts';

export type Exported = { kind: RecordKind; rows: number }[];

/** The folder must be empty or not there. All rows are of one moment. */
export async function writeExport(folder: string, now: Date): Promise<Exported> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new StartError(`The folder ${folder} is not empty: name a new one.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return inLongTransaction(async (tx) => {
    await tx.$client.query('set transaction isolation level repeatable read, read only');
    const counts: Exported = [];
    for (const kind of recordKinds) counts.push({ kind, rows: await writeKind(tx, folder, kind) });
    const settings = await readStoredSettings(tx);
    await writeFile(join(folder, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`, OWNER);
    await writeFile(join(folder, DESCRIPTION), `${JSON.stringify(describe(counts, now), null, 2)}\n`, OWNER);
    return counts;
  });
}

/** Only the owner of the folder reads it. */
const OWNER = { mode: 0o600 } as const;

async function writeKind(tx: Transaction, folder: string, kind: RecordKind): Promise<number> {
  const json = await streamTo(join(folder, recordsFile(kind)));
  let rows = 0;
  const records = async function* (): AsyncGenerator<Record<string, string>> {
    for await (const { record, key } of eachRecord(tx, kind)) {
      if (!json.write(`${JSON.stringify(record)}\n`)) await once(json, 'drain');
      rows += 1;
      if (key !== null && 'file' in record) await copyFile(folder, record, key);
      yield flat(record);
    }
  };
  // The first row says which columns there are: every record of a kind has the same fields.
  const all = records();
  const first = await all.next();
  if (!first.done) {
    const columns = Object.fromEntries(Object.keys(first.value).map((name) => [name, name]));
    const rest = async function* () {
      yield first.value;
      yield* all;
    };
    const csv = await streamTo(join(folder, 'csv', `${kind}.csv`));
    await pipeline(csvStream({ columns, rows: rest() }), csv);
  }
  json.end();
  await finished(json);
  return rows;
}

async function streamTo(path: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const made = createWriteStream(path, OWNER);
  // An error reaches the code that waits for the stream’s end.
  made.on('error', () => undefined);
  return made;
}

/** A record as cells; what is more than text is JSON. */
function flat(record: Records[RecordKind]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
}

async function copyFile(folder: string, record: Records[FileKind], key: string): Promise<void> {
  const isPhoto = 'photo' in record;
  const isPicture = 'alt' in record;
  const stored = await files().get(isPicture ? `public/${key}-${Math.max(...PICTURE_WIDTHS)}.webp` : key);
  if (stored === null) return;
  const bytes = await buffer(stored.body as never);
  const path = join(folder, 'files', record.file.bucket, record.file.path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, isPhoto ? decryptBytes(bytes, photoContext(key)) : bytes, OWNER);
}
