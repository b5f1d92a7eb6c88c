/**
 * Records what staff did in the audit log, in the transaction that does it. Every staff command ends with it:
 *
 * ```ts
 * await recordAudit(tx, actor, {
 *   action: 'order.status-changed', subject: 'order', subjectId: order.id,
 *   before: { status: order.status }, after: { status: 'ready' }, reason,
 * });
 * ```
 */
import { sql } from 'drizzle-orm';
import type { RecentActor } from '#core/ground/access/actor.ts';
import type { Transaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { newId } from '#kernel/ids.ts';
import { type AuditState, type AuditSubject, type GuardedAction, maskPersonal } from './audit.ts';
import type { AuditAction } from './audit-actions.ts';

/** Who did it: an actor, or the part of one that the log stores. */
type Doer = { kind: 'guest' } | { kind: 'user'; userId: string; name: string };

/** Who may record the action. In brackets, so that one guarded action in a union requires a recent sign-in, too. */
export type AuditActor<Action extends AuditAction> = [Extract<Action, GuardedAction>] extends [never]
  ? Doer | null
  : RecentActor;

/** An action that needs no recent sign-in. */
export type OpenAction = Exclude<AuditAction, GuardedAction>;

export type AuditEntry<Action extends AuditAction = OpenAction> = {
  /** What was done, as 'thing.done': 'order.status-changed'; for many products in an import one of `importActions`. */
  action: Action;
  subject: AuditSubject;
  subjectId: string;
  before?: AuditState | null;
  after?: AuditState | null;
  /** Why, in the person's own words, if the form asks. */
  reason?: string | null;
  /** Set for one of thousands of product changes in one import: the search finds it by its product. */
  batchId?: string | null;
};

/** More entries than this go in as one JSON value: a statement allows at most 65,535 values, and each entry has ten. */
const FEW = 100;

/**
 * The actor is null for what the shop does by itself. A guarded action requires a `RecentActor`: its command has
 * checked for a recent sign-in. Personal data is masked here, so that callers need not.
 */
export async function recordAudit<Action extends AuditAction>(
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
