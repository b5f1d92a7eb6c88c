/**
 * Deletes picture files that no product uses and no undo can restore. Waits one hour beyond the undo limit,
 * for an undo that starts at the last moment.
 */
import { sql } from 'drizzle-orm';
import { removeUnnamedFiles } from '#db/stored-files.ts';
import { UNDO_HOURS } from '../products/undo-batch.server.ts';

/** public/products/5/abc-480.webp is a size of the picture products/5/abc. */
const pictureOf = (fileKey: string) => fileKey.replace(/^public\//, '').replace(/-\d+\.webp$/, '');

export function cleanUpUnnamedPictures(now = Date.now()): Promise<number> {
  return removeUnnamedFiles(
    'public/products/',
    async (tx, fileKeys) => {
      const keys = sql.param([...new Set(fileKeys.map(pictureOf))]);
      const { rows } = await tx.execute<{ key: string }>(sql`
        select key from product_images where key = any(${keys}::text[])
        union
        select picture ->> 'key' from product_batches as batch
        join product_batch_rows as row on row.batch_id = batch.id
        cross join lateral jsonb_array_elements(row.before -> 'pictures') as picture
        where batch.undone_at is null and batch.created_at > now() - make_interval(hours => ${UNDO_HOURS + 1})
          and picture ->> 'key' = any(${keys}::text[])`);
      const named = new Set(rows.map(({ key }) => key));
      return new Set(fileKeys.filter((fileKey) => named.has(pictureOf(fileKey))));
    },
    now,
  );
}
