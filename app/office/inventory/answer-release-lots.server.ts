/** Answers the two steps of putting waiting lots on sale: review the selection, then put them on sale. */
import { data, redirect } from 'react-router';
import { readStoredDrops } from '#core/goods/drops/drops-queries.server.ts';
import { removeDrops } from '#core/goods/drops/remove-drops.server.ts';
import { lotMessage, type OwnPapers } from '#core/goods/stock/lots/lots.ts';
import { type ReleasedLots, releaseWaitingLots } from '#core/goods/stock/lots/release-waiting-lots.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { readGivenPapers } from '#office/lots/lot-form.ts';
import { isContended } from '#platform/database-error.ts';
import { BUSY } from '#platform/pages/unavailable.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { lotCount, ownField, ownFields, readIds, releasePath } from './release-fields.ts';
import { type ReleaseStep, readAttached, readReleaseStep } from './release-step-queries.server.ts';
import { waitingLotsList } from './waiting-lots-list.ts';
import {
  type ChosenLots,
  type IncompleteLot,
  readChosenLots,
  readIncompleteLots,
} from './waiting-lots-queries.server.ts';

/** The fields for all lots that a refusal shows again as they were typed. */
const RELEASE_FIELDS = [
  ...['testStatus', 'labName', 'coaNumber', 'totalThcBasisPoints', 'totalCbdBasisPoints'],
  ...['expiresOn', 'reason'],
];

const PATH = '/admin/inventory/waiting-lots';

/** `incomplete`: the lots because of which nothing was put on sale, or that were left out. */
export type ReleaseAnswer = ReleaseStep & { refusal?: FormRefusal; incomplete?: IncompleteLot[] };

export async function answerReleaseLots(actor: SignedIn, form: FormData) {
  const state = waitingLotsList.parse(new URLSearchParams(String(form.get('query') ?? '')));
  const query = waitingLotsList.query(state);
  const back = query === '' ? PATH : `${PATH}?${query}`;
  const ids = readIds(form.getAll('ids'));
  const isRelease = form.get('intent') === 'release' || form.get('intent') === 'release-complete';
  // The second step acts on the lots that the first one showed, not on what matches by now.
  const chosen = await readChosenLots(actor, form.get('all') === '1' && !isRelease ? { state } : { ids });
  if (chosen.ids.length === 0)
    return redirectWithFlash(back, 'Select at least one waiting lot first.', 'info');
  if (!isRelease)
    return chosen.lots.length > 0
      ? redirect(releasePath(chosen.ids, query))
      : data<ReleaseAnswer>(await readReleaseStep(actor, chosen, query));
  return release(actor, form, { chosen, query, back });
}

/**
 * Puts the lots on sale if all are complete; the complete ones alone only if the intent says so. A lot that changes after this
 * check stays off sale and is named: the command itself puts none on sale that lacks something.
 */
async function release(
  actor: SignedIn,
  form: FormData,
  { chosen, query, back }: { chosen: ChosenLots; query: string; back: string },
) {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 500);
  const names = [...RELEASE_FIELDS, ...chosen.lots.flatMap(({ id }) => ownFields(id))];
  const values = Object.fromEntries(names.map((name) => [name, text(name)]));
  /** Shows the form again as it was typed, for these lots. */
  const again = async (
    { incomplete, ...refusal }: Pick<FormRefusal, 'errors' | 'message'> & { incomplete?: IncompleteLot[] },
    status: number,
    lots = chosen,
  ) => {
    const step = await readReleaseStep(actor, lots, query);
    return data<ReleaseAnswer>({ ...step, incomplete, refusal: { ...refusal, values } }, { status });
  };
  const read = readGivenPapers(values);
  const each = await readOwn(actor, chosen, values);
  const errors = { ...(read.ok ? {} : read.errors), ...each.errors };
  if (!read.ok || Object.keys(errors).length > 0) return again({ errors }, 400);
  const { today } = await storeClock();
  const entered = { given: read.given, own: each.own };
  const incompleteOf = (ids: readonly number[]) =>
    readIncompleteLots(actor, ids, { ...entered, today: String(today) });
  if (form.get('intent') === 'release') {
    const incomplete = await incompleteOf(chosen.ids);
    const message = `${notYet(incomplete.length, chosen.ids.length)} Nothing changed.`;
    if (incomplete.length > 0) return again({ errors: {}, message, incomplete }, 409);
  }
  try {
    const outcome = await releaseWaitingLots(actor, {
      lotIds: chosen.ids,
      reason: values.reason ?? '',
      ...entered,
    });
    if (!outcome.ok) {
      const message = lotMessage(outcome.problem);
      return outcome.problem.kind === 'reason-missing' || outcome.problem.kind === 'not-plain'
        ? again({ errors: { reason: [message] } }, 400)
        : again({ errors: {}, message }, statusOf(outcome.problem));
    }
    await removeDrops(actor, 'certificate', await readAttached(each.stored));
    const left = await readChosenLots(actor, { ids: chosen.ids });
    const text = releasedText(outcome.value);
    if (left.ids.length === 0)
      return redirectWithFlash(back, text, outcome.value.released > 0 ? 'success' : 'info');
    const incomplete = await incompleteOf(left.ids);
    const message = `${text} ${notYet(left.ids.length, chosen.ids.length)}`;
    return again({ errors: {}, message, incomplete }, 200, left);
  } catch (error) {
    if (!isContended(error)) throw error;
    return again({ errors: {}, message: BUSY }, 503);
  }
}

/** What is entered for each lot, with the certificates that were chosen; errors by field. */
async function readOwn(actor: SignedIn, { lots }: ChosenLots, values: Readonly<Record<string, string>>) {
  const files = lots.map(({ id }) => values[ownField('file', id)] ?? '').filter(Boolean);
  const stored = new Map(
    (await readStoredDrops(actor, 'certificate', files)).map(({ id, key }) => [id, key]),
  );
  const own = new Map<number, OwnPapers>();
  const errors: Record<string, string[]> = {};
  for (const { id } of lots) {
    const texts = Object.fromEntries(RELEASE_FIELDS.map((name) => [name, values[ownField(name, id)] ?? '']));
    const read = readGivenPapers(texts);
    const file = values[ownField('file', id)] ?? '';
    const coaKey = stored.get(file);
    if (file !== '' && coaKey === undefined)
      errors[ownField('file', id)] = ['This file is no longer here. Add it again.'];
    if (read.ok) own.set(id, { ...read.given, ...(coaKey === undefined ? {} : { coaKey }) });
    else for (const [name, words] of Object.entries(read.errors)) errors[ownField(name, id)] = words;
  }
  return { own, errors, stored };
}

/** '40 lots on sale. 1 lot changed by someone else.' */
const releasedText = ({ released, movedOn }: ReleasedLots): string =>
  `${lotCount(released)} on sale.${movedOn > 0 ? ` ${lotCount(movedOn)} changed by someone else.` : ''}`;

/** '2 of 5 lots cannot go on sale yet.' */
const notYet = (count: number, of: number): string =>
  of === 1 ? 'This lot cannot go on sale yet.' : `${count} of ${lotCount(of)} cannot go on sale yet.`;
