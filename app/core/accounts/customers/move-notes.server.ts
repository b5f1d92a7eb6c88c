/** Writes what staff noted about customers who move here from an export of a shop like this one. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { jsonRows } from '#db/json-rows.ts';

export type MovedNote = {
  id: string;
  userId: string;
  authorId: string;
  authorName: string;
  note: string;
  createdAt: Date;
};

/** A note is never edited, so one that moved before stays. */
export async function moveNotes(tx: Transaction, moved: readonly MovedNote[]): Promise<void> {
  await tx.execute(sql`
    insert into customer_notes (id, user_id, author_id, author_name, note, created_at)
    select id, user_id, author_id, author_name, note, created_at
    from json_populate_recordset(null::customer_notes, ${jsonRows(moved)}::json)
    on conflict (id) do nothing`);
}

export async function removeMovedNotes(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from customer_notes where id = any(${sql.param([...ids])}::uuid[])`);
}
