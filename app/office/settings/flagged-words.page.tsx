/** The list of flagged words, a text to try against it, and a way to restore the shipped list. */
import { data } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { flaggedWords } from '#core/goods/catalogue/products/flagged-words.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { sliceSafe } from '#kernel/text.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Confirm } from '#ui/confirm.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import type { Route } from './+types/flagged-words.page';
import { flaggedWordsSection as section } from './flagged-words-section.ts';
import { SectionForm } from './section-view.tsx';
import { answerSection, loadSection, resetSection } from './settings-page.server.ts';
import { LONGEST_TRY, TryText } from './try-flagged-words.tsx';

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

/** Also after a refusal: the next save is compared with what is stored now. */
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
  if (intent === 'reset') return resetSection(actor, section, form, 'The default list is restored.');
  return answerSection(actor, section, form);
}

export default function FlaggedWords({ loaderData, actionData }: Route.ComponentProps) {
  const { isShipped, shipped, ...page } = loaderData;
  const answer = useAnswer(actionData);
  const tried = answer && 'tried' in answer ? answer.tried : null;
  return (
    <>
      <TryText tried={tried} />
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
            hint="One word or phrase per line. Case and accents do not matter. Only whole words match, so “pot” does not match “spot”."
          />
        )}
      </SectionForm>
      {isShipped ? null : (
        <div className="mt-8">
          <Confirm
            label="Restore default list"
            of="of flagged words"
            question="Restore the default list?"
            consequence={`The default list: ${shipped}.`}
            fields={{ intent: 'reset', version: String(page.version) }}
            rank="secondary"
          />
        </div>
      )}
    </>
  );
}
