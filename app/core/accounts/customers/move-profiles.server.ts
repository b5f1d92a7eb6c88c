/** Writes profiles and photos of customers who move here from another system. License numbers and photos are encrypted. */
import { randomBytes } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { jsonRows } from '#db/json-rows.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { newId } from '#kernel/ids.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import type { Picture } from '#platform/drawing/redraw-picture.ts';
import { files } from '#platform/files/files.ts';
import { currentKeyId, encryptBytes } from '#platform/secrets/keyring.ts';
import { encryptLicense } from './encrypt-license.server.ts';
import { removeFiles } from './remove-photos.server.ts';
import { photoContext } from './save-photo.server.ts';

type Columns = typeof customerProfiles.$inferInsert;

export type MovedProfile = { userId: string; fullName: string; licenseId: string | null } & Pick<
  Columns,
  | 'phone'
  | 'address'
  | 'city'
  | 'state'
  | 'zipcode'
  | 'licenseState'
  | 'licenseVerified'
  | 'birthDate'
  | 'isVerifiedOver21'
  | 'ageDecidedAt'
  | 'isBanned'
  | 'banReason'
  | 'loyaltyPoints'
  | 'createdAt'
>;

/** What a repeated move changes, of profiles that no one has changed here. */
const CHANGED = [
  'full_name',
  'phone',
  'address',
  'city',
  'state',
  'zipcode',
  'license_id_encrypted',
  'license_id_hash',
  'license_id_last4',
  'license_state',
  'license_verified',
  'birth_date',
  'is_verified_over21',
  'age_decided_at',
  'is_banned',
  'ban_reason',
  'loyalty_points',
] as const;

/**
 * Inserts the profiles, or changes those that moved before. Pickups that a customer missed in the other system do not
 * limit their orders here.
 */
export async function moveProfiles(
  tx: Transaction,
  profiles: readonly MovedProfile[],
  now: Date,
): Promise<void> {
  if (profiles.length === 0) return;
  const rows = profiles.map(({ licenseId, ...profile }) => ({
    ...profile,
    ...encryptLicense(licenseId, profile.userId),
    missedCountFrom: now,
    updatedAt: profile.createdAt ?? now,
  }));
  await tx
    .insert(customerProfiles)
    .values(rows)
    .onConflictDoUpdate({
      target: customerProfiles.userId,
      set: Object.fromEntries(
        CHANGED.map((name) => [columnOf(name), sql.raw(`excluded.${name}`)]),
      ) as Partial<Columns>,
      setWhere: sql`${customerProfiles.version} = 1`,
    });
}

const columnOf = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Saves a photo in place of the one that moved before. The order is: row, file, commit, old file, so that a row always says
 * which file to delete.
 */
export async function movePhoto(
  userId: string,
  kind: PhotoKind,
  { bytes, contentType }: Pick<Picture, 'bytes' | 'contentType'>,
  { now, deleteAfter }: { now: Date; deleteAfter: Date | null },
  within: (tx: Transaction, id: string) => Promise<void>,
): Promise<void> {
  const id = newId<string>();
  const fileKey = `photos/${randomBytes(24).toString('hex')}`;
  await inTransaction((tx) =>
    tx.insert(customerPhotos).values({
      ...{ id, userId, kind, fileKey, contentType, deleteAfter },
      ...{ keyId: currentKeyId(), createdAt: now },
    }),
  );
  await files().put(fileKey, encryptBytes(bytes, photoContext(fileKey)), 'application/octet-stream');
  const old = await inTransaction(async (tx) => {
    const mine = and(eq(customerPhotos.userId, userId), eq(customerPhotos.kind, kind));
    const left = await tx
      .update(customerPhotos)
      .set({ state: 'leaving' })
      .where(and(mine, eq(customerPhotos.state, 'kept')))
      .returning({ id: customerPhotos.id });
    await tx.update(customerPhotos).set({ state: 'kept' }).where(eq(customerPhotos.id, id));
    await within(tx, id);
    return left.map((row) => row.id);
  });
  await removeFiles(old);
}

/** Marks photos for deletion; returns their ids for `removeFiles`. */
export async function removeMovedPhotos(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(customerPhotos)
    .set({ state: 'leaving' })
    .where(inArray(customerPhotos.id, [...ids]));
}

export type MovedNote = {
  id: string;
  userId: string;
  authorId: string;
  authorName: string;
  note: string;
  createdAt: Date;
};

/** What staff noted about people. A note is never edited, so one that moved before stays. */
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
