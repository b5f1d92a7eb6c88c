/** What the writers of a move share: the run they write for, what a record became, and what its references became. */
import { sql } from 'drizzle-orm';
import type { StoreClock } from '#core/goods/stock/hold-lots.server.ts';
import type { Transaction } from '#db/client.ts';
import type { MoveSource } from '#kernel/statuses.ts';
import { type Known, knownRows } from './moved-rows.server.ts';
import type { Note, RecordKind, Records } from './records.ts';
import type { RunningReport } from './report.ts';

export type MoveContext = {
  source: MoveSource;
  now: Date;
  clock: StoreClock;
  /** Store-local, yyyy-mm-dd. */
  today: string;
  note(note: Note): void;
  short: RunningReport['short'];
  offSale: RunningReport['offSale'];
};

export type WriteItem<K extends RecordKind> = { record: Records[K]; known: Known | null };

export type Became = { ourId: string | null; isOurs?: boolean; about?: Record<string, string> | null };

export type Writer<K extends RecordKind> = (
  tx: Transaction,
  items: readonly WriteItem<K>[],
  context: MoveContext,
) => Promise<Became[]>;

export const NOTHING: Became = { ourId: null, isOurs: false };

/** Says that a row came otherwise than it was. */
export function leave(
  context: MoveContext,
  kind: RecordKind,
  sourceId: string,
  reason: string,
  isLeftOut = false,
): void {
  context.note({ kind, sourceId, isLeftOut, reason });
}

/** What was exported keeps its ids, which must not be those of other rows here. */
export async function requireFree(
  tx: Transaction,
  table: 'users' | 'orders' | 'pickup_reservations' | 'notifications' | 'user_activity' | 'customer_notes',
  items: readonly { id: string; known: Known | null }[],
): Promise<void> {
  const added = items.flatMap(({ id, known }) => (known?.ourId === id ? [] : [id]));
  if (added.length === 0) return;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ${sql.identifier(table)} where id = any(${sql.param(added)}::uuid[]) limit 1`,
  );
  if (rows[0]) throw new Error(`${table} has a row ${rows[0].id} that did not come from this move`);
}

/** What these rows of the source became here; those that became nothing are missing. */
export async function resolve(
  tx: Parameters<typeof knownRows>[0],
  { source }: Pick<MoveContext, 'source'>,
  kind: RecordKind,
  sourceIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = await knownRows(
    tx,
    source,
    kind,
    sourceIds.filter((id) => id !== null),
  );
  return new Map([...known].flatMap(([id, { ourId }]) => (ourId === null ? [] : [[id, ourId]])));
}

export function split<T>(items: readonly T[], isWanted: (item: T) => boolean): [T[], Map<T, Became>] {
  return [items.filter(isWanted), new Map<T, Became>()];
}

/** What did not become anything is left out, with the reason. */
export function inOrder<K extends RecordKind>(
  items: readonly WriteItem<K>[],
  became: ReadonlyMap<WriteItem<K>, Became>,
  context: MoveContext,
  kind: K,
  reason: string,
): Became[] {
  return items.map((item) => {
    const found = became.get(item);
    if (!found) leave(context, kind, item.record.sourceId, reason, true);
    return found ?? NOTHING;
  });
}
