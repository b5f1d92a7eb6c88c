/** Lists the binder's tables, in its order. */
import type { AuditLabels } from '#core/ground/audit/audit-words.ts';
import type { BinderFile } from './binder.ts';
import { cashFiles } from './cash-files-queries.server.ts';
import { recordFiles } from './record-files-queries.server.ts';
import { salesFiles } from './sales-files-queries.server.ts';
import { stockFiles } from './stock-files-queries.server.ts';

/** @param labels the words of the audit log */
export const binderFiles = (labels: AuditLabels): readonly BinderFile[] => [
  ...salesFiles,
  ...stockFiles,
  ...cashFiles,
  ...recordFiles(labels),
];
