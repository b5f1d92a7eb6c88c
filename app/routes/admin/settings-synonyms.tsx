/** Words that mean the same to the catalogue's search. */
import { requirePermission } from '#features/identity/guards.server.ts';
import { synonymsSection as section } from '#features/settings/synonyms.ts';
import { SectionForm } from '#features/settings/ui/section-page.tsx';
import { requestForm } from '#platform/request-body.ts';
import { answerSection, loadSection } from '#shell/settings-page.server.ts';
import { TextAreaField } from '#ui/field.tsx';
import type { Route } from './+types/settings-synonyms';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return loadSection(actor, request, section);
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
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
          hint="One group a line, such as: gummy = chew = jelly. Begin with the word you would use: a misspelt search is shown as that one. One and many of a word are the same, and so are pre-roll and preroll, 3.5g and 3.5 grams. A word stands in one line only; up to 12 words a line, 200 lines."
        />
      )}
    </SectionForm>
  );
}
