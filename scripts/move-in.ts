/**
 * `npm run move-in -- --from postgres://… [--files FOLDER or s3://host] [--price-list bucket/name.pdf] --dry-run`: reads another system, or an export of a
 * shop like this one, and reports what would come over. Without --dry-run it does it, before the shop opens; run again, it
 * goes on, or brings what changed. `--undo` deletes what it wrote. The rows that were left out are a CSV file in the data
 * folder. Works on DATABASE_URL, on the bundled database of a running shop, or starts the bundled database for the run.
 */

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { openFolder } from '#core/running/move-in/former/folder-tables.server.ts';
import { formerSource } from '#core/running/move-in/former/former-source.server.ts';
import { openPostgres } from '#core/running/move-in/former/postgres-tables.server.ts';
import { moveIn, requireClosedShop } from '#core/running/move-in/move-in.server.ts';
import { openExport } from '#core/running/move-in/own-export/export-source.server.ts';
import type { FileRef, Note, RecordSource } from '#core/running/move-in/records.ts';
import { reportLines } from '#core/running/move-in/report-words.ts';
import { onRecord, requireDryRun } from '#core/running/move-in/runs.server.ts';
import {
  bucketFiles,
  folderFiles,
  noFiles,
  type SourceFiles,
} from '#core/running/move-in/source-files.server.ts';
import { undoMessage, undoMove } from '#core/running/move-in/undo-move.server.ts';
import type { MoveSource } from '#kernel/statuses.ts';
import { csvStream } from '#platform/csv/csv.ts';
import { drawForCommand } from '#platform/drawing/draw-apart.ts';
import { type Env, readEnv, StartError } from '#platform/env.ts';
import { withShop } from './with-shop.ts';

const USAGE =
  'npm run move-in -- --from postgres://user:password@host/database --files FOLDER --dry-run; --from takes a folder of CSV files or of an export, too';

type Wanted = {
  from: string;
  files: string | null;
  priceList: FileRef | null;
  isDry: boolean;
  isUndo: boolean;
};

/** 'bucket/name.pdf' among the files. */
function priceListOf(named: string | undefined): FileRef | null {
  if (named === undefined) return null;
  const [, bucket, path] = /^([^/]+)\/(.+)$/.exec(named) ?? [];
  if (bucket === undefined || path === undefined) throw new Error('no bucket');
  return { bucket, path };
}

function readWanted(): Wanted {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        files: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'price-list': { type: 'string' },
        undo: { type: 'boolean', default: false },
      },
    });
    const { from = '', files = null, undo } = values;
    if (undo ? from !== '' || values['dry-run'] : from === '') throw new Error('not one of both');
    return {
      from,
      files,
      priceList: priceListOf(values['price-list']),
      isDry: values['dry-run'],
      isUndo: undo,
    };
  } catch {
    throw new StartError(`Say where from, or --undo alone: ${USAGE}`);
  }
}

/** The keys of a bucket are secret, so they are in the environment. */
function filesOf(named: string | null): SourceFiles {
  if (named === null) return noFiles;
  const [, host] = /^s3:\/\/([^/]+)\/?$/.exec(named) ?? [];
  if (host === undefined) return folderFiles(named);
  const { MOVE_S3_ACCESS_KEY_ID: accessKeyId, MOVE_S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw new StartError(
      'Set MOVE_S3_ACCESS_KEY_ID and MOVE_S3_SECRET_ACCESS_KEY for the files of the former shop.',
    );
  const endpoint = process.env.MOVE_S3_ENDPOINT ?? `https://${host}`;
  return bucketFiles({
    endpoint,
    region: process.env.MOVE_S3_REGION ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  });
}

async function openSource({
  from,
  files,
  priceList,
}: Wanted): Promise<{ source: MoveSource; reader: RecordSource }> {
  if (/^postgres(ql)?:\/\//.test(from))
    return {
      source: 'former',
      reader: formerSource(await openPostgres(from), filesOf(files), new Date(), priceList),
    };
  const exported = await openExport(from);
  if (exported) return { source: 'export', reader: exported };
  return {
    source: 'former',
    reader: formerSource(await openFolder(from), filesOf(files), new Date(), priceList),
  };
}

async function move(env: Env, wanted: Wanted): Promise<void> {
  const { source, reader } = await openSource(wanted);
  const kind = wanted.isDry ? 'dry-run' : 'run';
  try {
    await requireClosedShop();
    if (!wanted.isDry) await requireDryRun({ source, place: reader.place });
    const rows = await rowsFile(env, kind);
    const report = await onRecord({ source, place: reader.place, kind, by: starter() }, () =>
      moveIn({ source, reader, isReal: !wanted.isDry, now: new Date(), onNote: rows.add, say: console.log }),
    ).finally(rows.end);
    for (const line of reportLines(report)) console.log(line);
    console.log(`Every row that was left out or changed: ${rows.path}`);
    console.log(
      wanted.isDry
        ? 'Nothing was written. Run it without --dry-run to move.'
        : 'Moved. The office compares source and shop under Settings, ‘Bring your shop’.',
    );
  } finally {
    await reader.close();
  }
}

/** The file of rows: kind, id and reason, and nothing of a person. */
async function rowsFile(env: Env, kind: string) {
  const folder = join(env.dataFolder, 'move-in');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${kind}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.csv`);
  const notes = new PassThrough({ objectMode: true, highWaterMark: 1_000_000 });
  const columns = { kind: 'kind', sourceId: 'id', leftOut: 'left_out', reason: 'reason' };
  const rows = notes as AsyncIterable<Record<keyof typeof columns, string>>;
  const written = pipeline(csvStream({ columns, rows }), createWriteStream(path, { mode: 0o600 }));
  // Until someone waits for it, a full disk must not end the run without a word.
  written.catch(() => undefined);
  return {
    path,
    add: ({ kind: of, sourceId, isLeftOut, reason }: Note) =>
      void notes.write({ kind: of, sourceId, leftOut: isLeftOut ? 'yes' : 'no', reason }),
    end: async () => {
      notes.end();
      await written;
    },
  };
}

/** For the audit log: who has a terminal of the machine has no account of the shop. */
const starter = () => `${userInfo().username} on the shop’s machine`;

async function undo(): Promise<void> {
  await onRecord({ source: 'former', place: 'this shop', kind: 'undo', by: starter() }, async () => {
    const outcome = await undoMove();
    if (!outcome.ok) throw new StartError(undoMessage(outcome.problem));
    console.log(`Undone: ${outcome.value.rows} rows that had moved here are gone.`);
    return outcome.value;
  });
}

try {
  const wanted = readWanted();
  const env = readEnv();
  drawForCommand();
  await withShop(env, () => (wanted.isUndo ? undo() : move(env, wanted)));
} catch (error) {
  const isPlain =
    error instanceof Error && ['StartError', 'DatabaseStartError', 'CsvError'].includes(error.name);
  const isOfSource = error instanceof Error && 'code' in error;
  console.error(isPlain || isOfSource ? error.message : error);
  process.exitCode = 1;
}
