/**
 * Writes what a member of staff did into the audit log, in the transaction that does it. Every command of
 * staff ends with it:
 *
 * ```ts
 * await recordAudit(tx, actor, {
 *   action: 'order.status-changed', subject: 'order', subjectId: order.id,
 *   before: { status: order.status }, after: { status: 'ready' }, reason,
 * });
 * ```
 */
import { sql } from 'drizzle-orm';
import type { RecentActor } from '#core/access/actor.ts';
import type { Transaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { newId } from '#kernel/ids.ts';
import { type AuditState, type AuditSubject, type GuardedAction, maskPersonal } from './audit.ts';

/** Who did it: an actor, or as much as the log keeps of one. */
type Doer = { kind: 'guest' } | { kind: 'user'; userId: string; name: string };

/** Who may record the action. In brackets, so that one guarded action among several asks for a recent sign-in, too. */
export type AuditActor<Action extends string> = [Extract<Action, GuardedAction>] extends [never]
  ? Doer | null
  : RecentActor;

export type AuditEntry<Action extends string = string> = {
  /** What was done, as 'thing.done': 'order.status-changed'; of many products by an import one of `importActions`. */
  action: Action;
  subject: AuditSubject;
  subjectId: string;
  before?: AuditState | null;
  after?: AuditState | null;
  /** Why, in the person's own words, where they were asked. */
  reason?: string | null;
  /** For one of thousands of changes to products in one import: the search finds it by its product. */
  batchId?: string | null;
};

/** More than so many entries go in one piece: a statement takes 65,535 values at most, and each entry is ten. */
const FEW = 100;

/**
 * Who is null for what the shop does by itself. A guarded action takes a `RecentActor`: the command that records it has
 * asked for a recent sign-in. Personal data is masked here, so that no caller can forget it.
 */
export async function recordAudit<Action extends string>(
  tx: Transaction,
  actor: AuditActor<Action>,
  entry: AuditEntry<Action> | readonly AuditEntry<Action>[],
): Promise<void> {
  const entries = Array.isArray(entry) ? (entry as readonly AuditEntry[]) : [entry as AuditEntry];
  if (entries.length === 0) return;
  const rows = entries.map(({ action, subject, subjectId, before, after, reason, batchId }) => ({
    id: newId(),
    actorId: actor?.kind === 'user' ? actor.userId : null,
    actorName: actor?.kind === 'user' ? actor.name : null,
    action,
    subjectType: subject,
    subjectId,
    before: before ? maskPersonal(before) : null,
    after: after ? maskPersonal(after) : null,
    reason: reason || null,
    batchId: batchId ?? null,
  }));
  if (rows.length <= FEW) await tx.insert(auditLog).values(rows);
  else
    await tx.execute(sql`
      insert into audit_log (id, actor_id, actor_name, action, subject_type, subject_id, before, after, reason,
        batch_id)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as entry (id uuid, "actorId" uuid,
        "actorName" text, action text, "subjectType" text, "subjectId" text, before jsonb, after jsonb, reason text,
        "batchId" uuid)`);
}
