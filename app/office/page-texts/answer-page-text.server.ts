/** Answers the forms of a page text: preview, publish, restore. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { ContentSlug } from '#core/ground/settings/content/content.ts';
import {
  type contentFields,
  contentMessage,
  readContentForm,
} from '#core/ground/settings/content/content-form.ts';
import { publishContent, restoreContent } from '#core/ground/settings/content/publish-content.server.ts';
import { commonMessage } from '#kernel/problem.ts';
import { sliceSafe } from '#kernel/text.ts';
import { refuseSave } from '#office/kit/refuse-save.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';

/** More than any field allows, and still sent back, so that no entered text is lost. */
const SENT_BACK = 60_000;

const errorsOf = (errors: Partial<Record<keyof typeof contentFields, string[]>>) =>
  Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string[]] => Boolean(entry[1])),
  );

export async function answerPageText(actor: SignedIn, slug: ContentSlug, form: FormData) {
  const path = `/admin/settings/page-texts/${slug}`;
  const text = (name: string) => sliceSafe(String(form.get(name) ?? ''), SENT_BACK).replaceAll('\r\n', '\n');
  const began = Number(form.get('version'));
  if (form.get('intent') === 'restore') {
    const wanted = Number(form.get('restore') || Number.NaN);
    const outcome = await restoreContent(actor, slug, wanted, began);
    if (outcome.ok)
      return redirectWithFlash(path, `Published as version ${outcome.value.version}.`, 'success');
    const words =
      outcome.problem.kind === 'stale' ? commonMessage({ kind: 'stale' }) : contentMessage(outcome.problem);
    return redirectWithFlash(path, words, outcome.problem.kind === 'unchanged' ? 'info' : 'error');
  }
  const values = { title: text('title'), intro: text('intro'), source: text('source') };
  const refused = (refusal: Partial<FormRefusal>, status: number) =>
    refuseSave(form, values, refusal, status);
  if (form.get('intent') === 'preview') {
    const read = readContentForm(values);
    return read.ok ? refused({}, 200) : refused({ errors: errorsOf(read.problem) }, 400);
  }
  const outcome = await publishContent(actor, slug, values, began);
  if (outcome.ok) return redirectWithFlash(path, `Published as version ${outcome.value.version}.`, 'success');
  const { problem } = outcome;
  const message = contentMessage(problem);
  if (problem.kind === 'unchanged') return redirectWithFlash(path, message, 'info');
  if (problem.kind === 'invalid') return refused({ errors: errorsOf(problem.errors) }, 400);
  if (problem.kind === 'stale') return refused({ message, stale: problem.stale }, statusOf(problem));
  return refused({ message }, statusOf(problem));
}
