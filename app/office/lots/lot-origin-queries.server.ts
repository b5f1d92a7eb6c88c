/** Loads what the state's system says of a lot's package, in words, for a reader who may count stock. */
import { holdReasonsOf, holdReasonWords } from '#core/goods/stock/lots/state-hold.ts';
import { type LotOrigin, readLotOrigin } from '#core/goods/tracking/deliveries/deliveries-queries.server.ts';
import { formatNumber } from '#kernel/number.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

export type LotOriginView = Pick<LotOrigin, 'delivery' | 'testedOn' | 'lacks'> & {
  /** 'on recall, on hold'; null if the state lets it be sold. */
  held: string | null;
  isRecalled: boolean;
  facts: (readonly [name: string, value: string])[];
};

/** Null for a lot that nothing is known of: no tag, or a package that was never read. */
export async function readOriginOfLot(lotId: number, zone: string): Promise<LotOriginView | null> {
  const found = await readLotOrigin(lotId);
  if (!found || (found.now === null && found.delivery === null)) return null;
  const { now, ...shown } = found;
  const reasons = now === null ? [] : holdReasonsOf(now);
  return {
    ...shown,
    held: reasons.length > 0 ? holdReasonWords(reasons) : null,
    isRecalled: reasons.includes('on-recall'),
    facts: now === null ? [] : factsOf(now, reasons, zone),
  };
}

function factsOf(
  { testState, quantity, unit, isFinished, readAt }: NonNullable<LotOrigin['now']>,
  reasons: ReturnType<typeof holdReasonsOf>,
  zone: string,
): (readonly [string, string])[] {
  const others = reasons.filter((reason) => reason !== 'not-passed');
  return [
    ['Test', testState.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()],
    ['Held', holdReasonWords(others) || 'no'],
    ...(isFinished ? [['Finished', 'yes'] as const] : []),
    ['Units', quantity === null ? `counted in ${unit.toLowerCase()}` : formatNumber(quantity)],
    ['As read', formatDateTime(instantOf(new Date(readAt)), zone)],
  ];
}
