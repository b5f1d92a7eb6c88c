/** Reads which lots the state does not let be sold: by their package tag, in any case, as the state was last read. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import type { StateHoldReason } from '#kernel/statuses.ts';
import { holdReasonsOf, type StateMarks } from './state-hold.ts';

type Reads = Pick<Database | Transaction, 'execute'>;

/** Whether a row of `tracked_packages` named `package` must not be sold. */
export const isHeldPackage: SQL = sql`(not package.has_passed or package.is_on_hold or package.is_on_recall
  or package.is_investigated)`;

/** The marks of a row of `tracked_packages` named `package`, as columns of a query. */
export const packageMarks: SQL = sql`package.is_on_recall as "isOnRecall", package.is_on_hold as "isOnHold",
  package.is_investigated as "isInvestigated", package.has_passed as "hasPassed"`;

/** Why, by lot; lots that may be sold are left out. True until the commit for a caller that has locked their stock. */
export async function stateHoldsOf(
  db: Reads,
  lotIds: readonly number[],
): Promise<Map<number, StateHoldReason[]>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await db.execute<StateMarks & { id: number }>(sql`
    select lot.id, ${packageMarks} from lots as lot
    join tracked_packages as package on package.tag = upper(lot.package_tag)
    where lot.id = any(${sql.param([...lotIds])}::int[]) and ${isHeldPackage}`);
  return new Map(rows.map(({ id, ...marks }) => [id, holdReasonsOf(marks)]));
}

/** Which of these tags are of such packages, in capitals. */
export async function heldTags(
  db: Reads,
  tags: readonly (string | null | undefined)[],
): Promise<Set<string>> {
  const wanted = tags.flatMap((tag) => (tag ? [tag.toUpperCase()] : []));
  if (wanted.length === 0) return new Set();
  const { rows } = await db.execute<{ tag: string }>(sql`
    select package.tag from tracked_packages as package
    where package.tag = any(${sql.param(wanted)}::text[]) and ${isHeldPackage}`);
  return new Set(rows.map(({ tag }) => tag));
}
