/** Defines what the packing page says about a scan or a press. */
import type { Refusal } from '#core/sales/orders/packing/unit-to-pack.ts';
import type { OtherLotReason } from './other-lot.ts';

/** The code of a lot that may take the place of the proposed one, and the reason chosen so far. */
export type OtherLotOffer = { code: string; batchNumber: string; because?: OtherLotReason };

export type PackRefusal = Refusal & {
  kind: 'refused';
  /** The order that the code belongs to. */
  orderId?: string;
  otherLot?: OtherLotOffer;
};

export type PackAnswer =
  /** `waits`: it was done without a network, and is not sent yet. */
  | { kind: 'done'; text: string; waits?: true }
  | PackRefusal
  /** The server was not reached: the same form may be sent again. */
  | { kind: 'unanswered'; values: Record<string, string> };

const NO_ANSWER = 'No answer from the server. Check the network, then try again: no unit is counted twice.';

export const unansweredRefusal: Refusal = { title: 'Not sent', text: NO_ANSWER };

/** What the camera's dialog shows of these answers: the last one. */
export function lastSaid(said: readonly PackAnswer[]): { isDone: boolean; text: string } | null {
  const last = said.at(-1);
  if (last === undefined) return null;
  if (last.kind === 'done') return { isDone: true, text: last.text };
  const { title, text } = last.kind === 'refused' ? last : unansweredRefusal;
  return { isDone: false, text: `${title}. ${text}` };
}

/** What was sent, to send it again; never a license. */
export function unanswered(form: FormData): PackAnswer {
  const values: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === 'string' && value.length <= 400) values[name] ??= value;
  return { kind: 'unanswered', values };
}
