/** Which acts are sent next: of each package one after the other, at most one call's worth. Pure. */
import type { StateActKind, StateActStatus } from '#kernel/statuses.ts';
import { MOST_TOGETHER } from '../tracking.ts';

/** An act that is not done. */
export type OpenAct = {
  id: number;
  kind: StateActKind;
  status: Extract<StateActStatus, 'waiting' | 'sending'>;
  tags: readonly string[];
  dueAt: Date | null;
  /** The sale that it changes, voids or makes final; null for others. */
  saleId: number | null;
  sale: { status: StateActStatus; stateId: string | null } | null;
};

export type NextActs<Act extends OpenAct> = {
  /** Asked before, and the answer was lost. */
  toLookUp: Act[];
  /** Of one kind. */
  toSend: Act[];
  /** Their sale is not reported by the shop, so neither are they. */
  toSkip: Act[];
};

/** A voided sale names its receipt in the address of its call. */
const mostOf = (kind: StateActKind) => (kind === 'sale-voided' ? 1 : MOST_TOGETHER);

/**
 * An act waits until every earlier one of its packages and of its sale is done; one that was refused, or that waits for a
 * refused sale, holds up nothing.
 * @param open in the order of their ids
 */
export function nextActs<Act extends OpenAct>(open: readonly Act[], now: Date): NextActs<Act> {
  const busy = new Set<string>();
  const next: NextActs<Act> = { toLookUp: [], toSend: [], toSkip: [] };
  for (const act of open) {
    if (act.sale?.status === 'skipped') {
      next.toSkip.push(act);
      continue;
    }
    if (act.sale?.status === 'refused') continue;
    // A day's close names no package, and no change is taken after it.
    const about = act.saleId === null ? act.tags : [...act.tags, `sale ${act.saleId}`];
    const isFree = !about.some((each) => busy.has(each));
    for (const each of about) busy.add(each);
    const isDue = act.dueAt === null || act.dueAt <= now;
    const isReady = act.sale === null || act.sale.status === 'sent';
    if (!isFree || !isDue || !isReady) continue;
    if (act.status === 'sending') next.toLookUp.push(act);
    else if (canJoin(next.toSend, act)) next.toSend.push(act);
  }
  return next;
}

function canJoin(batch: readonly OpenAct[], { kind }: OpenAct): boolean {
  const [first] = batch;
  return !first || (first.kind === kind && batch.length < mostOf(kind));
}
