/** Removes the picture files of products that were deleted and can no longer be brought back. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { removePictureFiles } from './arrange-pictures.server.ts';
import { UNDO_HOURS } from './undo-batch.server.ts';

/** Days for which it is tried again, should a night be missed or storage not answer. */
const DAYS = 14;

export async function cleanUpPictures(): Promise<void> {
  const { rows } = await database().execute<{ key: string }>(sql`
    select distinct picture ->> 'key' as key
    from product_batches as batch
    join product_batch_rows as row on row.batch_id = batch.id
    cross join lateral jsonb_array_elements(row.before -> 'pictures') as picture
    where batch.kind = 'delete' and batch.undone_at is null and row.after is null
      and batch.created_at < now() - make_interval(hours => ${UNDO_HOURS})
      and batch.created_at > now() - make_interval(days => ${DAYS})`);
  for (const { key } of rows) await removePictureFiles(key);
}
