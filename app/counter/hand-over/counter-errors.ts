/** Maps hand-over problems to fields of the form. */
import { cashMessage } from '#core/orders/hand-over/cash.ts';
import { type CounterProblem, orderProblems } from '#core/orders/hand-over/counter-problem.ts';
import { idMessage, idProblemField } from '#core/orders/hand-over/id-check.ts';
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
