/** Answers the two steps of putting waiting lots on sale: review the selection, then put them on sale. */
import { data } from 'react-router';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { lotMessage } from '#core/goods/stock/lots/lots.ts';
import { type ReleasedLots, releaseWaitingLots } from '#core/goods/stock/lots/release-waiting-lots.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { formatNumber } from '#kernel/number.ts';
import { readGivenPapers } from '#office/lots/lot-form.ts';
import { isContended } from '#platform/database-error.ts';
import { BUSY } from '#platform/pages/unavailable.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { waitingLotsList } from './waiting-lots-list.ts';
import { type ChosenLots, readChosenLots } from './waiting-lots-queries.server.ts';

/** The fields that a refusal shows again as they were typed. */
const RELEASE_FIELDS = [
  ...['testStatus', 'labName', 'coaNumber', 'totalThcBasisPoints', 'totalCbdBasisPoints'],
  ...['expiresOn', 'reason'],
];

const PATH = '/admin/inventory/waiting-lots';

export type ReleaseStep = { chosen: ChosenLots; query: string; refusal?: FormRefusal };

export async function answerReleaseLots(actor: SignedIn, form: FormData) {
  const state = waitingLotsList.parse(new URLSearchParams(String(form.get('query') ?? '')));
  const query = waitingLotsList.query(state);
  const back = query === '' ? PATH : `${PATH}?${query}`;
  // One field for each checked row, then one for all: a form has few fields.
  const ids = form
    .getAll('ids')
    .flatMap((text) => String(text).split(','))
    .flatMap((id) => readProductId(id) ?? []);
  const isRelease = form.get('intent') === 'release';
  // The second step acts on the lots that the first one showed, not on what matches by now.
  const chosen = await readChosenLots(actor, form.get('all') === '1' && !isRelease ? { state } : { ids });
  if (chosen.ids.length === 0)
    return redirectWithFlash(back, 'Select at least one waiting lot first.', 'info');
  if (!isRelease) return data<ReleaseStep>({ chosen, query });
  const values = Object.fromEntries(
    RELEASE_FIELDS.map((name) => [name, String(form.get(name) ?? '').slice(0, 500)]),
  );
  const refused = (refusal: Pick<FormRefusal, 'errors'> & { message?: string }, status: number) =>
    data<ReleaseStep>({ chosen, query, refusal: { ...refusal, values } }, { status });
  const read = readGivenPapers(values);
  if (!read.ok) return refused({ errors: read.errors }, 400);
  try {
    const { given } = read;
    const outcome = await releaseWaitingLots(actor, {
      lotIds: chosen.ids,
      reason: values.reason ?? '',
      given,
    });
    if (outcome.ok)
      return redirectWithFlash(
        back,
        releasedText(outcome.value),
        outcome.value.released > 0 ? 'success' : 'info',
      );
    const message = lotMessage(outcome.problem);
    return outcome.problem.kind === 'reason-missing' || outcome.problem.kind === 'not-plain'
      ? refused({ errors: { reason: [message] } }, 400)
      : refused({ errors: {}, message }, statusOf(outcome.problem));
  } catch (error) {
    if (!isContended(error)) throw error;
    return refused({ errors: {}, message: BUSY }, 503);
  }
}

/** '40 lots on sale. 2 stay off sale: no passed test.' */
function releasedText({ released, notTested, lackPapers, expired, movedOn }: ReleasedLots): string {
  const stay = [
    [notTested, 'no passed test'],
    [lackPapers, 'laboratory, certificate number, THC or CBD missing'],
    [expired, 'last day has passed'],
    [movedOn, 'changed by someone else'],
  ] as const;
  const lotCount = (count: number) => `${formatNumber(count)} ${count === 1 ? 'lot' : 'lots'}`;
  return [
    `${lotCount(released)} on sale.`,
    ...stay.flatMap(([count, why]) => (count > 0 ? `${lotCount(count)} unchanged: ${why}.` : [])),
  ].join(' ');
}
