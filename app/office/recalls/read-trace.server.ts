/** Loads a trace for a page: its counts, and one page of one of its lists. */
import type { Actor } from '#core/ground/access/actor.ts';
import {
  type TraceCounts,
  type TraceHolder,
  type TraceSale,
  traceStateOf,
} from '#core/sales/recalls/trace.ts';
import { countTrace, readHolders, readSales } from '#core/sales/recalls/trace-queries.server.ts';
import type { KeysetPage } from '#db/keyset.ts';

export type TraceData = { counts: TraceCounts; state: ReturnType<typeof traceStateOf>['state'] } & (
  | { view: 'sales'; page: KeysetPage<TraceSale> }
  | { view: 'holders'; page: KeysetPage<TraceHolder> }
);

/** @param query the address: which list, and where in it. */
export async function readTrace(
  actor: Actor,
  lotIds: readonly number[],
  query: URLSearchParams,
  zone: string,
): Promise<TraceData> {
  const { view, state } = traceStateOf(query);
  if (view === 'sales') {
    const [counts, page] = await Promise.all([countTrace(lotIds), readSales(actor, lotIds, state, zone)]);
    return { counts, state, view, page };
  }
  const [counts, page] = await Promise.all([countTrace(lotIds), readHolders(actor, lotIds, state, zone)]);
  return { counts, state, view, page };
}
