/** Loads the change due, which the order's page shows right after its hand-over. */
import type { AuditLine } from '#core/audit/audit-queries.server.ts';

/** The query parameter in the order's address until staff dismiss the message. */
export const HANDED_OVER = 'handed-over';

/** The change given at the last hand-over, in cents, from the order's history; null if there was none. */
export function changeGiven(history: readonly Pick<AuditLine, 'action' | 'changes'>[]): number | null {
  const entry = history.find(({ action }) => action === 'order.handed-over');
  const given = entry?.changes.find(({ field }) => field === 'change')?.after;
  return typeof given === 'number' ? given : null;
}
