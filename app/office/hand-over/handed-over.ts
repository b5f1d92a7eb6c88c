/** What the page of an order says right after its hand-over: the change due. */
import type { AuditLine } from '#core/audit/audit-queries.server.ts';

/** In the query of the order's address until the message is dismissed. */
export const HANDED_OVER = 'handed-over';

/** Cents given back at the last hand-over, from the order's history; null when there was none. */
export function changeGiven(history: readonly Pick<AuditLine, 'action' | 'changes'>[]): number | null {
  const entry = history.find(({ action }) => action === 'order.handed-over');
  const given = entry?.changes.find(({ field }) => field === 'change')?.after;
  return typeof given === 'number' ? given : null;
}
