import { pgTable } from 'drizzle-orm/pg-core';
import { idColumn } from './columns.ts';

/** One row: the ID that the file store of this database has too (`app/db/shop-id.ts`). */
export const fileStores = pgTable('file_stores', { id: idColumn() });
