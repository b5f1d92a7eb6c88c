/** Edits the synonyms of the catalogue's search. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { synonymsSection as section } from '#core/ground/settings/synonyms.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { TextAreaField } from '#ui/field.tsx';
import type { Route } from './+types/synonyms.page';
import { SectionForm } from './section-view.tsx';
import { answerSection, loadSection } from './settings-page.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return loadSection(actor, request, section);
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerSection(actor, section, await requestForm(request));
}

export default function Synonyms({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SectionForm {...loaderData} answer={actionData}>
      {({ values, errors }) => (
        <TextAreaField
          label="Words that mean the same"
          name="synonyms"
          rows={12}
          maxLength={8000}
          defaultValue={values.synonyms}
          errors={errors.synonyms}
          hint="One group per line, such as: gummy = chew = jelly. Start with the word you would use: search shows it as the correction of a misspelling. Plurals match automatically, and so do pre-roll and preroll, 3.5g and 3.5 grams. Each word can be in one line only. Up to 12 words per line, 200 lines."
        />
      )}
    </SectionForm>
  );
}
