/** Writes pictures and photos: each is drawn again from its bytes, in memory, and what is no picture is left out. */
import { movePhoto } from '#core/accounts/customers/move-profiles.server.ts';
import { photoSize } from '#core/accounts/customers/photo.ts';
import { movePicture } from '#core/goods/catalogue/moved/move-picture.server.ts';
import { storePicture } from '#core/goods/catalogue/pictures/receive-picture.server.ts';
import { movePriceList } from '#core/ground/settings/move-settings.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storePriceList } from '#core/ground/settings/store-price-list.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { redrawPicture } from '#platform/drawing/redraw-picture.ts';
import { leave, type MoveContext, resolve } from './move-context.server.ts';
import { saveMoved } from './moved-rows.server.ts';
import type { FileKind, RecordSource, Records } from './records.ts';

type One<K extends FileKind> = { record: Records[K]; hash: string };

/** Bytes of a file: an upload's limit. */
const LARGEST = 20 * 1024 * 1024;
const DAY_MS = 86_400_000;

/** A file that was read and drawn: what saves it, or why it is left out. */
export type ReadyFile = { save: () => Promise<void> } | { leftOut: string };

/** Reads and draws the file, and writes no row: several may be prepared at once. */
export async function prepareFile(
  kind: FileKind,
  one: One<FileKind>,
  reader: RecordSource,
  context: MoveContext,
): Promise<ReadyFile> {
  const refused = (leftOut: string) => ({ leftOut });
  if (!('photo' in one.record || 'alt' in one.record))
    return preparePriceList({ ...one, record: one.record }, reader, context);
  const of = 'photo' in one.record ? ('person' as const) : ('product' as const);
  const refers = 'photo' in one.record ? one.record.personId : one.record.productId;
  const ourId = (await resolve(database(), context, of, [refers])).get(refers);
  if (ourId === undefined) return refused(`Its ${of} did not come over`);
  const bytes = await reader.file(one.record.file);
  if (bytes === null) return refused('The file is missing');
  if (bytes.length > LARGEST) return refused('The file is larger than 20 MB');
  const shape = 'photo' in one.record ? photoSize[one.record.photo] : {};
  // On a busy machine a drawing may take too long, which says nothing about the picture.
  const first = await redrawPicture(bytes, shape);
  const drawn = first.ok ? first : await redrawPicture(bytes, shape);
  if (!drawn.ok) return refused('The file is not a picture that can be read');
  const picture = drawn.value;
  const saveRow = (tx: Transaction, id: string) => saveFileRow(tx, { kind, ...one }, id, context);
  if ('photo' in one.record) {
    const { photo } = one.record;
    const days = photo === 'license' ? (await readSettings()).compliance.licensePhotoDays : null;
    const deleteAfter = days === null ? null : new Date(context.now.getTime() + days * DAY_MS);
    return { save: () => movePhoto(ourId, photo, picture, { now: context.now, deleteAfter }, saveRow) };
  }
  const { position, alt } = one.record;
  const folder = `products/${ourId}`;
  const stored = (await storePicture(folder, picture)) ?? (await storePicture(folder, picture));
  if (stored === null) return refused('The picture could not be stored');
  const save = () =>
    inTransaction(async (tx) => {
      await lockAdvisory(tx, 'moveIn');
      const id = await movePicture(tx, { productId: Number(ourId), position, alt }, stored);
      await saveRow(tx, String(id));
    });
  return { save };
}

function saveFileRow(
  tx: Transaction,
  { kind, record, hash }: One<FileKind> & { kind: FileKind },
  ourId: string,
  { source }: MoveContext,
): Promise<void> {
  return saveMoved(tx, [{ source, kind, sourceId: record.sourceId, hash, ourId }]);
}

/** A PDF as it is: browsers show it as a file, never as a page of the shop. */
async function preparePriceList(
  one: One<'price-list'>,
  reader: RecordSource,
  context: MoveContext,
): Promise<ReadyFile> {
  const bytes = await reader.file(one.record.file);
  if (bytes === null) return { leftOut: 'The file is missing' };
  const key = await storePriceList(bytes);
  if (key === null) return { leftOut: 'The file is not a whole PDF of at most 10 MB' };
  const save = () =>
    inTransaction(async (tx) => {
      await lockAdvisory(tx, 'moveIn');
      if (await movePriceList(tx, key)) await saveFileRow(tx, { kind: 'price-list', ...one }, key, context);
      else leave(context, 'price-list', one.record.sourceId, 'This shop has a price list, which stays', true);
    });
  return { save };
}
