/** The list of flagged words, a text to try against it, and the way back to the list that was shipped. */
import { data } from 'react-router';
import { flaggedWords } from '#features/catalogue/flagged-words.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { flaggedWordsSection as section } from '#features/settings/flagged-words-section.ts';
import { saveSettings } from '#features/settings/save-settings.server.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { settingsMessage } from '#features/settings/settings-rules.ts';
import { SectionForm } from '#features/settings/ui/section-page.tsx';
import { sliceSafe } from '#kernel/text.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { answerSection, loadSection } from '#shell/settings-page.server.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/settings-flagged-words';

const PATH = '/admin/settings/flagged-words';
const LONGEST_TRY = 5000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { publishing } = await readSettings();
  const shipped = defaultSettings().publishing.flaggedWords;
  return {
    ...(await loadSection(actor, request, section)),
    isShipped: JSON.stringify(publishing.flaggedWords) === JSON.stringify(shipped),
    shipped: shipped.join(', '),
  };
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  const intent = form.get('intent');
  if (intent === 'try') {
    const text = sliceSafe(String(form.get('text') ?? ''), LONGEST_TRY);
    const { publishing } = await readSettings();
    return data({ tried: { text, found: flaggedWords(text, publishing.flaggedWords) } });
  }
  if (intent === 'reset') {
    const shipped = defaultSettings().publishing;
    const saved = await saveSettings(actor, 'publishing', shipped, Number(form.get('version')), { section });
    if (saved.ok) return redirectWithFlash(PATH, 'The list is the shipped one again.', 'success');
    return redirectWithFlash(
      PATH,
      saved.problem.kind === 'stale'
        ? 'Somebody else saved changes meanwhile. Look at them first.'
        : settingsMessage(saved.problem),
      'error',
    );
  }
  return answerSection(actor, section, form);
}

export default function FlaggedWords({ loaderData, actionData }: Route.ComponentProps) {
  const { isShipped, shipped, ...page } = loaderData;
  const answer = useAnswer(actionData);
  const tried = answer && 'tried' in answer ? answer.tried : null;
  return (
    <>
      <section aria-labelledby="try" className="mb-10">
        <h2 id="try" className="mb-3 text-lg">
          Try a text
        </h2>
        {tried ? (
          <Notice
            tone={tried.found.length > 0 ? 'caution' : 'success'}
            title={tried.found.length > 0 ? 'Flagged words in it' : 'No flagged word in it.'}
            className="mb-4"
          >
            {tried.found.length > 0 ? <p className="mt-1">{tried.found.join(', ')}</p> : null}
          </Notice>
        ) : null}
        <CheckedForm refusal={undefined} className="flex flex-col gap-3" idPrefix="try">
          <input type="hidden" name="intent" value="try" />
          <TextAreaField
            label="Text"
            name="text"
            rows={3}
            maxLength={LONGEST_TRY}
            required
            defaultValue={tried?.text}
            hint="A name or a description. Nothing of it is kept."
          />
          <div>
            <Button type="submit" rank="secondary">
              Try
            </Button>
          </div>
        </CheckedForm>
      </section>
      <SectionForm {...page} answer={answer && 'tried' in answer ? undefined : answer}>
        {({ values, errors }) => (
          <TextAreaField
            label="Flagged words"
            name="flaggedWords"
            rows={16}
            maxLength={8000}
            required
            defaultValue={values.flaggedWords}
            errors={errors.flaggedWords}
            hint="One word or phrase a line. Case and accents do not matter; each counts as a word of its own, so “pot” is not found in “spot”."
          />
        )}
      </SectionForm>
      {isShipped ? null : (
        <div className="mt-8">
          <Confirm
            label="Reset to the shipped list"
            of="of flagged words"
            question="Reset to the shipped list?"
            consequence={`It is: ${shipped}.`}
            fields={{ intent: 'reset', version: String(page.version) }}
            rank="secondary"
            keep="Keep my list"
          />
        </div>
      )}
    </>
  );
}
