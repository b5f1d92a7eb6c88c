/** Computes the placeholder color of pictures that were stored before tints existed. */
import { asc, isNull, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { productImages } from '#db/schema/catalogue.ts';
import { tintOf } from '#platform/drawing/fit-picture.ts';
import { files } from '#platform/files/files.ts';
import { log } from '#platform/log.ts';
import { whenQuiet } from '#platform/quiet.ts';
import { PICTURE_WIDTHS } from './picture.ts';

/** The paper color, for pictures that cannot be read, so that they are not retried every night. */
const PAPER = '#f3ede0';
/** Pictures per statement: each statement invalidates the pages that show one of them. */
const AT_ONCE = 50;

/**
 * Processes one picture after another and yields to requests; `most` limits a night's work, and the next
 * night continues there. Stops if file storage does not respond, and retries the rest later.
 */
export async function tintPictures(most = 500): Promise<void> {
  for (let done = 0; done < most; done += AT_ONCE) {
    const some = await database()
      .select({ id: productImages.id, key: productImages.key })
      .from(productImages)
      .where(isNull(productImages.tint))
      .orderBy(asc(productImages.id))
      .limit(Math.min(AT_ONCE, most - done));
    if (some.length === 0) return;
    const found: { id: number; key: string; tint: string }[] = [];
    for (const { id, key } of some) found.push({ id, key, tint: await tintOfStored(key) });
    // Another picture, with its own tint, may have taken the position since.
    await database().execute(sql`
      update product_images as image set tint = found.tint
      from json_to_recordset(${JSON.stringify(found)}::json) as found (id int, key text, tint text)
      where image.id = found.id and image.key = found.key and image.tint is null`);
  }
}

async function tintOfStored(key: string): Promise<string> {
  await whenQuiet();
  const stored = await files().get(`public/${key}-${Math.min(...PICTURE_WIDTHS)}.webp`);
  if (!stored) return PAPER;
  const bytes = new Uint8Array(await new Response(stored.body).arrayBuffer());
  try {
    return await tintOf(bytes, true);
  } catch (error) {
    log.warn({ err: error, picture: key }, 'the color of a picture could not be seen');
    return PAPER;
  }
}
