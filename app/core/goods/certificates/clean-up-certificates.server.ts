/** Deletes certificates that belong to no lot. */
import { inArray } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import { removeUnnamedFiles } from '#db/stored-files.ts';

const fileOf = (coaKey: string) => `public/${coaKey}.pdf`;

export function cleanUpCertificates(now = Date.now()): Promise<number> {
  return removeUnnamedFiles(
    'public/certificates/',
    async (tx, fileKeys) => {
      const keys = fileKeys.map((key) => key.replace(/^public\//, '').replace(/\.pdf$/, ''));
      const rows = await tx.select({ key: lots.coaKey }).from(lots).where(inArray(lots.coaKey, keys));
      return new Set(rows.flatMap(({ key }) => (key === null ? [] : [fileOf(key)])));
    },
    now,
  );
}
