/** Answers the forms of offers: save, show prices, end, start again. */
import { data } from 'react-router';
import {
  leftOutWords,
  OFFER_ENDED,
  OFFER_SAVED,
  OFFER_STARTED,
  type OfferProblem,
  offerLabels,
  offerMessage,
} from '#core/goods/discounts/offer-rules.ts';
import { type OfferedLine, readOffered } from '#core/goods/discounts/offered-products-queries.server.ts';
import { endOffer, saveOffer, startOfferAgain } from '#core/goods/discounts/save-offer.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import { type FormRefusal, staleChanges } from '#ui/form/refusal.ts';
import { readOfferView } from './offers-queries.server.ts';
import { readOfferForm } from './read-offer-form.server.ts';

const PATH = '/admin/offers';

/** `preview` are the prices that were asked for; `leftOut` what is below the floor, to be accepted. */
type Answer = { refusal: FormRefusal; status: number; preview?: OfferedLine[]; leftOut?: string[] };

/** Redirects once it is saved. @param text the number of the offer in the address; null for a new one */
export async function answerOfferForm(actor: SignedIn, text: string | null, form: FormData): Promise<Answer> {
  const { store, pricing } = await readSettings();
  const began = readBegan(form);
  const read = await readOfferForm(form, store.zone);
  if (!read.ok) return { refusal: { ...read.refusal, ...began }, status: 400 };
  const { offer, refused } = read;
  if (form.get('intent') === 'preview') {
    const preview = await readOffered(database(), offer, pricing);
    return { refusal: { ...refused(), ...began }, status: 200, preview };
  }
  const outcome = await saveOffer(actor, text === null ? null : Number(text), {
    version: Number(form.get('version')),
    leavesOut: form.get('leavesOut') === 'yes',
    offer,
  });
  if (outcome.ok) throw redirectWithFlash(`${PATH}/${outcome.value}`, OFFER_SAVED, 'success');
  const { problem } = outcome;
  const status = statusOf(problem);
  if (problem.kind === 'field')
    return { refusal: { ...refused(problem.message, problem.field), ...began }, status };
  if (problem.kind === 'below-floor') {
    const leftOut = problem.products.slice(0, 50).map(leftOutWords);
    return { refusal: { ...refused(offerMessage(problem)), ...began }, status, leftOut };
  }
  const stored = problem.kind === 'stale' && text !== null ? await readOfferView(actor, text) : null;
  if (!stored) return { refusal: { ...refused(offerMessage(problem)), ...began }, status };
  const changes = staleChanges(offerLabels, {
    ...{ base: readBase(form), theirs: stored.values, mine: refused().values },
  });
  return { refusal: { ...refused(), stale: { version: stored.version, changes } }, status };
}

/** Ends an offer, or starts it again. */
export async function answerOfferPage(actor: SignedIn, text: string, form: FormData) {
  const answer = (outcome: Result<null, OfferProblem>, done: string) =>
    outcome.ok
      ? redirectWithFlash(`${PATH}/${text}`, done, 'success')
      : data({ message: offerMessage(outcome.problem) }, { status: statusOf(outcome.problem) });
  switch (form.get('intent')) {
    case 'end':
      return answer(await endOffer(actor, Number(text)), OFFER_ENDED);
    case 'start':
      return answer(await startOfferAgain(actor, Number(text)), OFFER_STARTED);
    default:
      return redirectWithFlash(`${PATH}/${text}`, 'Nothing was changed.', 'info');
  }
}
