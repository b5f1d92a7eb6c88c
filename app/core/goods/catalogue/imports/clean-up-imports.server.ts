/** Deletes the files and rows of finished imports; the chosen columns stay for a year. */
import { and, inArray, lt, notInArray, sql } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { productImportPieces, productImportRows, productImports } from '#db/schema/catalogue.ts';
import { FILE_HOURS } from './product-import.ts';

export async function cleanUpImports(): Promise<void> {
  await inTransaction(async (tx) => {
    const old = tx
      .select({ id: productImports.id })
      .from(productImports)
      .where(
        and(
          lt(productImports.createdAt, sql`now() - make_interval(hours => ${FILE_HOURS})`),
          // An interrupted import continues from its rows.
          notInArray(productImports.status, ['applying', 'undoing']),
        ),
      );
    await tx.delete(productImportPieces).where(inArray(productImportPieces.importId, old));
    await tx.delete(productImportRows).where(inArray(productImportRows.importId, old));
    await tx.delete(productImports).where(lt(productImports.createdAt, sql`now() - interval '1 year'`));
  });
}
