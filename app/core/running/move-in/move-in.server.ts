/**
 * Moves another system's records here (docs/decisions/0126-a-move-is-written-in-batches-that-know-what-they-wrote.md). Each
 * batch is one transaction with the rows that say what it became, so a run that is killed goes on at the next one, and a
 * repeated run writes only what changed.
 */
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import {
  invalidateSettings,
  readSettings,
  readStoredSettings,
} from '#core/ground/settings/settings-queries.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { database, inLongTransaction, inTransaction } from '#db/client.ts';
import type { MoveSource } from '#kernel/statuses.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { StartError } from '#platform/env.ts';
import type { MoveContext, WriteItem, Writer } from './move-context.server.ts';
import { hashOf, knownRows, saveMoved } from './moved-rows.server.ts';
import { type GoodsTrial, tryGoods } from './off-sale.server.ts';
import {
  type FileKind,
  type Note,
  type RecordKind,
  type RecordSource,
  type Records,
  recordKinds,
} from './records.ts';
import { type Report, startReport } from './report.ts';
import { prepareFile, type ReadyFile } from './write-files.server.ts';
import { writeCategories, writeLots, writeProducts } from './write-goods.server.ts';
import { settleOrders, writeOrders, writeReservations } from './write-orders.server.ts';
import {
  writeActivity,
  writeFavorites,
  writeNotes,
  writeNotifications,
  writePeople,
} from './write-people.server.ts';
import { writeSettings } from './write-settings.server.ts';

/** Records of one transaction: some hundred milliseconds. A kill loses at most these. */
const TOGETHER = 1000;

/** Records without a number that wait for those with one; of more, all are read again. */
const MOST_WAITING = 5000;

export type Move = {
  source: MoveSource;
  reader: RecordSource;
  /** False for a dry run, which reads everything and writes nothing. */
  isReal: boolean;
  now: Date;
  /** Gets each row that was left out or changed. */
  onNote?: (note: Note) => void;
  say?: (line: string) => void;
};

/** Refuses a shop that is open: its rows are of people who use it. */
export async function requireClosedShop(): Promise<void> {
  const { opening } = await readStoredSettings(database());
  if (opening.isOpen)
    throw new StartError('The shop is open, so nothing was moved: a move fills a shop before it opens.');
}

/** Runs the move, or what it would be. */
export async function moveIn({
  source,
  reader,
  isReal,
  now,
  onNote,
  say = () => undefined,
}: Move): Promise<Report> {
  const { zone } = (await readSettings()).store;
  const report = startReport(source, zone);
  const note = (one: Note) => {
    report.note(one);
    onNote?.(one);
  };
  const clock = { now: instantOf(now), zone };
  const today = storeDate(clock.now, zone).toString();
  const context: MoveContext = {
    source,
    now,
    clock,
    today,
    note,
    short: report.short,
    offSale: report.offSale,
  };
  const trial = isReal ? null : await tryGoods(context);
  const started = performance.now();
  let peak = 0;
  for (const kind of recordKinds) {
    const began = performance.now();
    const write = async (records: readonly Records[typeof kind][]) => {
      report.read(kind, records as never);
      peak = Math.max(peak, process.memoryUsage.rss());
      for (let from = 0; from < records.length; from += TOGETHER)
        report.wrote(
          kind,
          await moveBatch(kind, records.slice(from, from + TOGETHER), { reader, trial, context }),
        );
    };
    await readKind(kind, { reader, note, write });
    // Products that follow are judged by these.
    if (isReal && (kind === 'setting' || kind === 'price-list')) invalidateSettings();
    if (isReal && kind === 'order') await inLongTransaction((tx) => settleOrders(tx));
    const seconds = (performance.now() - began) / 1000;
    report.took(kind, seconds);
    say(`${kind.padEnd(13)}${seconds.toFixed(1).padStart(8)} s`);
  }
  return report.end({
    seconds: (performance.now() - started) / 1000,
    peakMegabytes: Math.round(peak / 2 ** 20),
  });
}

type Reading<K extends RecordKind> = {
  reader: RecordSource;
  note(note: Note): void;
  write(records: readonly Records[K][]): Promise<void>;
};

/** Reads a kind. What has no number gets one above those of all others, so it is written after them. */
async function readKind<K extends RecordKind>(kind: K, { reader, note, write }: Reading<K>): Promise<void> {
  const isNumbered: (record: Records[K]) => boolean = hasNumber[kind] ?? (() => true);
  let waiting: Records[K][] | null = [];
  for await (const batch of reader.read(kind)) {
    for (const one of batch.notes) note(one);
    await write(batch.records.filter(isNumbered));
    const numberless: readonly Records[K][] = batch.records.filter((record) => !isNumbered(record));
    if (waiting)
      waiting = waiting.length + numberless.length > MOST_WAITING ? null : [...waiting, ...numberless];
  }
  if (waiting) return write(waiting);
  for await (const { records } of reader.read(kind))
    await write(records.filter((record) => !isNumbered(record)));
}

/** Whether a record has a number that it keeps, of the kinds that people know by their number. */
const hasNumber: { [K in RecordKind]?: (record: Records[K]) => boolean } = {
  product: ({ sourceId }) => readProductId(sourceId) !== null,
  order: ({ number }) => number !== null,
};

/** `trial` of a dry run, which writes nothing. */
type Work = Pick<Move, 'reader'> & { trial: GoodsTrial | null; context: MoveContext };

const writers: { [K in Exclude<RecordKind, FileKind>]: Writer<K> } = {
  setting: writeSettings,
  category: writeCategories,
  product: writeProducts,
  lot: writeLots,
  person: writePeople,
  notification: writeNotifications,
  activity: writeActivity,
  favorite: writeFavorites,
  note: writeNotes,
  order: writeOrders,
  reservation: writeReservations,
};

const isOfFiles = (kind: RecordKind): kind is FileKind =>
  kind === 'picture' || kind === 'photo' || kind === 'price-list';

async function moveBatch<K extends RecordKind>(
  kind: K,
  records: readonly Records[K][],
  { reader, trial, context }: Work,
): Promise<{ written: number; unchanged: number }> {
  const { source } = context;
  const first = new Map<string, Records[K]>();
  for (const record of records)
    if (first.has(record.sourceId))
      context.note({
        kind,
        sourceId: record.sourceId,
        isLeftOut: true,
        reason: 'Another row has the same id',
      });
    else first.set(record.sourceId, record);
  const hashed = [...first.values()].map((record) => ({ record, hash: hashOf(record) }));
  const changedOf = (known: ReadonlyMap<string, { hash: string }>) =>
    hashed.filter(({ record, hash }) => known.get(record.sourceId)?.hash !== hash);
  const ids = hashed.map(({ record }) => record.sourceId);
  if (trial) {
    const known = await knownRows(database(), source, kind, ids);
    const changed = changedOf(known);
    trial(kind, {
      records: [...first.values()],
      changed: new Set(changed.map(({ record }) => record.sourceId)),
      known: new Set(known.keys()),
    });
    return { written: changed.length, unchanged: hashed.length - changed.length };
  }
  if (isOfFiles(kind)) return moveFiles(kind, hashed as never, { reader, trial, context });
  return inTransaction(async (tx) => {
    await lockAdvisory(tx, 'moveIn');
    const known = await knownRows(tx, source, kind, ids);
    const changed = changedOf(known);
    const items = changed.map(
      ({ record }): WriteItem<K> => ({ record, known: known.get(record.sourceId) ?? null }),
    );
    const write = writers[kind as Exclude<RecordKind, FileKind>] as never as (typeof writers)['person'];
    const written = items.length === 0 ? [] : await write(tx, items as never, context);
    await saveMoved(
      tx,
      written.map((one, at) => ({
        ...{ source, kind, sourceId: changed[at]?.record.sourceId ?? '', hash: changed[at]?.hash ?? '' },
        ...{ ourId: one.ourId, isOurs: one.isOurs ?? true, about: one.about ?? null },
      })),
    );
    return { written: changed.length, unchanged: hashed.length - changed.length };
  });
}

/** Files that are read and drawn while another is saved: each may have tens of megabytes. */
const AHEAD = 2;

/** Drawn outside of transactions, because a file takes a tenth of a second, and saved in their order, each in its own. */
async function moveFiles(
  kind: FileKind,
  hashed: readonly { record: Records[FileKind]; hash: string }[],
  { reader, context }: Work,
): Promise<{ written: number; unchanged: number }> {
  const ids = hashed.map(({ record }) => record.sourceId);
  const known = await knownRows(database(), context.source, kind, ids);
  const changed = hashed.filter(({ record, hash }) => known.get(record.sourceId)?.hash !== hash);
  let written = 0;
  const settle = async ({ sourceId, ready }: { sourceId: string; ready: Promise<ReadyFile> }) => {
    const file = await ready;
    if ('leftOut' in file) return context.note({ kind, sourceId, isLeftOut: true, reason: file.leftOut });
    await file.save();
    written += 1;
  };
  const waiting: Parameters<typeof settle>[0][] = [];
  for (const one of changed) {
    const ready = prepareFile(kind, one as never, reader, context);
    // It is waited for below: until then its failure is no one's.
    ready.catch(() => undefined);
    waiting.push({ sourceId: one.record.sourceId, ready });
    const [first] = waiting.length > AHEAD ? waiting.splice(0, 1) : [];
    if (first) await settle(first);
  }
  for (const last of waiting) await settle(last);
  return { written, unchanged: hashed.length - changed.length };
}
