/** Maps hand-over problems to fields of the form. */
import { limitMessageForStaff } from '#core/compliance/purchase-limits.ts';
import { cashMessage } from '#core/orders/hand-over/cash.ts';
import type { CounterProblem } from '#core/orders/hand-over/hand-over-order.server.ts';
import { idMessage, idProblemField } from '#core/orders/hand-over/id-check.ts';
import type { FormRefusal } from '#platform/requests/form.ts';

/** By field, in the order of the form. A limit concerns the whole order. */
export function counterErrors({ id, limit, cash }: CounterProblem): FormRefusal['errors'] {
  return {
    ...(limit ? { '': [limitMessageForStaff(limit)] } : {}),
    ...Object.fromEntries(id.map((each) => [idProblemField[each.kind], [idMessage(each)]])),
    ...(cash ? { cashReceived: [cashMessage(cash)] } : {}),
  };
}
