/** Defines why a lot other than the proposed one may be packed. */
export const otherLotReasons = ['not-on-shelf', 'damaged', 'customer', 'other'] as const;
export type OtherLotReason = (typeof otherLotReasons)[number];

export const otherLotReasonLabel: Readonly<Record<OtherLotReason, string>> = {
  'not-on-shelf': 'The other batch is not on the shelf',
  damaged: 'The other package is damaged',
  customer: 'The customer asked for it',
  other: 'Another reason',
};

/** The reason as it is recorded; null if it is not said. */
export function reasonText(reason: OtherLotReason, note: string): string | null {
  if (reason === 'other') return note === '' ? null : note;
  return note === '' ? otherLotReasonLabel[reason] : `${otherLotReasonLabel[reason]}: ${note}`;
}
