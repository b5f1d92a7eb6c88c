/** Maps hand-over problems to fields of the form. */
import { cashMessage } from '#core/sales/orders/hand-over/cash.ts';
import { type CounterProblem, orderProblems } from '#core/sales/orders/hand-over/counter-problem.ts';
import type { HandOverProblem } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { idMessage, idProblemField } from '#core/sales/orders/hand-over/id-check.ts';
import { statusMessage } from '#core/sales/orders/order-status.ts';
import type { FormRefusal } from '#platform/requests/form.ts';

/** By field, in the order of the form. What is wrong with the order itself has no field. */
export function counterErrors(problem: CounterProblem): FormRefusal['errors'] {
  const ofForm = problem.id.filter(({ kind }) => idProblemField[kind] === '').map(idMessage);
  const ofOrder = [...orderProblems(problem), ...ofForm];
  const ofFields = problem.id.filter(({ kind }) => idProblemField[kind] !== '');
  return {
    ...(ofOrder.length > 0 ? { '': ofOrder } : {}),
    ...Object.fromEntries(ofFields.map((each) => [idProblemField[each.kind], [idMessage(each)]])),
    ...(problem.cash ? { cashReceived: [cashMessage(problem.cash)] } : {}),
  };
}

const HANDED_OVER_BEFORE = 'This order was already handed over.';
const NOT_OFFLINE = 'Hand-overs without a network are switched off.';

/** Everything that is wrong, as one text: for a hand-over that waited on a tablet and has no form any more. */
export function handOverProblems(problem: HandOverProblem): string {
  switch (problem.kind) {
    case 'handed-over':
      return HANDED_OVER_BEFORE;
    case 'not-offline':
      return NOT_OFFLINE;
    case 'counter':
      return Object.values(counterErrors(problem)).flat().join(' ');
    default:
      return statusMessage(problem);
  }
}
