/** Loads a price correction for its page. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readCorrection } from '#core/sales/price-corrections/corrections-queries.server.ts';
import { readOwedOf } from '#core/sales/price-corrections/owed-queries.server.ts';
import { mayUndoLine } from '#core/sales/price-corrections/price-correction.ts';
import { correctedLineStatuses } from '#kernel/statuses.ts';
import { pageOf } from '#office/kit/read-list.server.ts';
import { presentCorrection, presentLines, presentSums } from './present-correction.ts';

/** null for people who may not refund any amount, and if there is none. */
export async function readCorrectionView(actor: SignedIn, number: number, { searchParams }: URL) {
  const page = pageOf(searchParams);
  const found = await readCorrection(actor, number, page);
  if (!found) return null;
  const { zone } = (await readSettings()).store;
  const { correction, productName, sums, lines, pages } = found;
  const owed = await readOwedOf(
    actor,
    lines.filter(({ status }) => status === 'owed').map(({ id }) => id),
  );
  const shown = presentCorrection(correction, zone);
  return {
    correction: shown,
    product: { id: correction.productId, name: productName },
    facts: [
      ['List price', shown.prices],
      ['Time', shown.span],
      ...(shown.way ? [['Sold', shown.way] as const] : []),
      ['Paid', shown.settlement],
      ['Reason', shown.reason],
      ['Started', shown.started],
      ...(shown.undone ? [['Undone', shown.undone] as const] : []),
      ...presentSums(sums).map(({ label, text }) => [label, text] as const),
    ] as (readonly [string, string])[],
    lines: presentLines(lines, { tells: correction.tells, owed, zone }),
    ...{ page: Math.min(page, pages), pages },
    waiting: sums.waiting?.lines ?? 0,
    all: Object.values(sums).reduce((sum, each) => sum + each.lines, 0),
    mayUndo:
      correction.status !== 'undone' &&
      correctedLineStatuses.some((status) => sums[status] && mayUndoLine(status, correction.tells)),
  };
}
