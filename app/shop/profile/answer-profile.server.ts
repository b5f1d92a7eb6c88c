/** Answers the forms of My Profile: save, delete a photo. */

import { photoLabel } from '#core/accounts/customers/photo.ts';
import {
  fieldOf,
  PROFILE_SAVED,
  profileForm,
  profileMessage,
  SAVE_FAILED,
} from '#core/accounts/customers/profile.ts';
import { deletePhoto } from '#core/accounts/customers/save-photo.server.ts';
import { saveProfile } from '#core/accounts/customers/save-profile.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { photoKinds } from '#kernel/statuses.ts';
import { log } from '#platform/log.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { readBase, readBegan } from '#ui/form/read-base.ts';

export async function removePhoto(actor: SignedIn, form: FormData) {
  const kind = photoKinds.find((each) => each === form.get('kind'));
  return kind !== undefined && (await deletePhoto(actor, kind))
    ? redirectWithFlash('/profile', `${photoLabel[kind]} deleted.`, 'success')
    : redirectWithFlash('/profile', 'Photo not found.', 'info');
}

export async function answerProfile(actor: SignedIn, form: FormData) {
  const { today } = await storeClock();
  const read = readForm(form, profileForm(today));
  const refusal = (of: FormRefusal): FormRefusal => ({ ...of, ...readBegan(form) });
  if (!read.ok) return answerOf(refusal(read.refused()));
  const texts = { base: readBase(form), mine: read.refused().values };
  const outcome = await saveProfile(actor, read.value, texts).catch((error: unknown) => {
    log.error({ err: error }, 'a profile could not be saved');
    return { ok: false, problem: { kind: 'unavailable' } } as const;
  });
  if (outcome.ok) return redirectWithFlash('/profile', PROFILE_SAVED, 'success');
  const { problem } = outcome;
  if (problem.kind === 'unavailable') return answerOf(refusal(read.refused(SAVE_FAILED)), problem);
  const message = profileMessage(problem);
  const field = fieldOf(problem);
  if (field !== null)
    return answerOf(refusal({ ...read.refused(message, field), message: SAVE_FAILED }), problem);
  const stale = problem.kind === 'stale' ? problem.stale : undefined;
  return answerOf(refusal({ ...read.refused(message), stale }), problem);
}
