/** Defines who packs an order: one person at a time, until another takes over. */
import { type StatusProblem, statusMessage } from '../order-status.ts';

/** `takeOver`: also an order that another person packs. */
export type PackingStart = { orderId: string; takeOver: boolean };

export type PackingProblem =
  | StatusProblem
  /** Another person packs it. */
  | { kind: 'packed-by'; orderId: string; name: string };

export function packingMessage(problem: PackingProblem): string {
  if (problem.kind !== 'packed-by') return statusMessage(problem);
  return `${problem.name} packs ${problem.orderId}. Take over, or pack another order.`;
}
