/**
 * Receives a product's picture from a request: checks the sender, reads it, re-encodes it in every width,
 * stores it.
 */
import { createHash } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { productImages, products } from '#db/schema/catalogue.ts';
import { lockFiles } from '#db/stored-files.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { fitPicture, tintOf } from '#platform/drawing/fit-picture.ts';
import { type Picture, redrawPicture } from '#platform/drawing/redraw-picture.ts';
import { files } from '#platform/files/files.ts';
import { announce } from '#platform/live/announce.ts';
import { log } from '#platform/log.ts';
import { diskProblem } from '#platform/uploads/disk-problem.ts';
import { type ReceivedUpload, withUpload } from '#platform/uploads/receive-upload.ts';
import { PICTURE_WIDTHS } from './picture.ts';
import {
  LARGEST_PICTURE,
  MOST_PICTURES,
  type PicturePlace,
  type PictureProblem,
  ROW_PICTURE,
  readAlt,
} from './picture-limits.ts';

/** The product, and where the picture was uploaded. */
export type ReceivedPicture = { productId: number; place: PicturePlace };

type Outcome = Result<ReceivedPicture, PictureProblem>;

/** Milliseconds: the largest picture may arrive at 67 kB a second. */
const PATIENCE = { silence: 10_000, whole: 600_000 };

/**
 * In an inventory row the specification's limits apply, and the picture replaces the first; the product's
 * page accepts any picture and adds it last. Does not read uploads by people who may not change products.
 */
export async function receivePicture(
  actor: Actor,
  { productId, place }: ReceivedPicture,
  request: Request,
): Promise<Outcome> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) {
    return refuse({ kind: 'not-allowed' });
  }
  const maximumSize = place === 'row' ? ROW_PICTURE.bytes : LARGEST_PICTURE;
  const outcome = await withUpload<ReceivedPicture, PictureProblem>(
    request,
    { field: 'picture', maximumSize, patience: PATIENCE },
    (upload) => keep(actor, { productId, place }, upload),
  );
  if (!outcome.ok && outcome.problem.kind === 'too-large' && place === 'row')
    return refuse({ kind: 'row-too-large' });
  return outcome;
}

async function keep(
  actor: SignedIn,
  { productId, place }: ReceivedPicture,
  { path, fields }: ReceivedUpload,
): Promise<Outcome> {
  if (place === 'row' && !(await isJpegOrPng(path))) return refuse({ kind: 'not-jpeg-or-png' });
  const picture = await redrawPicture(path);
  if (!picture.ok) return picture;
  const { width, height } = picture.value;
  if (place === 'row' && (width > ROW_PICTURE.width || height > ROW_PICTURE.height))
    return refuse({ kind: 'row-too-wide' });
  const stored = await storePicture(`products/${productId}`, picture.value);
  if (stored === null) return refuse({ kind: 'not-stored' });
  const alt = readAlt(fields.alt ?? '');
  try {
    return await recordPicture(actor, { productId, place, ...stored, alt });
  } catch (error) {
    log.error({ err: error, product: productId }, 'a picture was stored and not recorded');
    return refuse({ kind: 'not-recorded' });
  }
}

async function isJpegOrPng(path: string): Promise<boolean> {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  return found?.mime === 'image/jpeg' || found?.mime === 'image/png';
}

export type StoredPicture = { key: string; tint: string };

/**
 * Stores the picture below `folder` and returns its key with its color, or null. The key is derived from the content: the
 * same picture is stored only once.
 */
export async function storePicture(folder: string, picture: Picture): Promise<StoredPicture | null> {
  const hash = createHash('sha256').update(picture.bytes).digest('hex').slice(0, 20);
  const key = `${folder}/${hash}`;
  try {
    for (const { width, bytes } of await fitPicture(picture.bytes, PICTURE_WIDTHS, 5 / 4))
      await files().put(`public/${key}-${width}.webp`, bytes, 'image/webp');
    return { key, tint: await tintOf(picture.bytes) };
  } catch (error) {
    if (diskProblem(error) !== null) throw error;
    log.error({ err: error, folder }, 'a picture could not be stored');
    return null;
  }
}

/**
 * Adds a stored picture to a product: last, or in an inventory row in place of the first. Refused: actors who may not
 * manage inventory, a product that does not exist or has enough pictures, and a file that was deleted since.
 */
export async function recordPicture(
  actor: Actor,
  { productId, place, key, tint, alt }: ReceivedPicture & StoredPicture & { alt: string },
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx, actor) => {
    const isStored = await lockFiles(
      tx,
      PICTURE_WIDTHS.map((width) => `public/${key}-${width}.webp`),
    );
    const [product] = await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, productId))
      .for('no key update');
    if (!product) return refuse({ kind: 'no-product' });
    if (!isStored) return refuse({ kind: 'not-stored' });
    const there = await tx
      .select({ id: productImages.id, key: productImages.key, position: productImages.position })
      .from(productImages)
      .where(eq(productImages.productId, productId))
      .orderBy(asc(productImages.position));
    const [first] = there;
    // Uploading the same picture again changes nothing.
    if (there.some((each) => each.key === key)) return succeed({ productId, place });
    if (place === 'row' && first)
      await tx
        .update(productImages)
        .set({ key, tint, ...(alt ? { alt } : {}) })
        .where(and(eq(productImages.id, first.id), eq(productImages.productId, productId)));
    else if (there.length >= MOST_PICTURES) return refuse({ kind: 'too-many-pictures' });
    else
      await tx
        .insert(productImages)
        .values({ productId, key, tint, alt, position: (there.at(-1)?.position ?? -1) + 1 });
    await tx.update(products).set({ updatedAt: sql`now()` }).where(eq(products.id, productId));
    await recordAudit(tx, actor, {
      action: place === 'row' && first ? 'product.picture-replaced' : 'product.picture-added',
      subject: 'product',
      subjectId: String(productId),
      before: place === 'row' && first ? { picture: first.key } : null,
      after: { picture: key },
    });
    await announce(tx, 'inventory');
    return succeed({ productId, place });
  });
}
