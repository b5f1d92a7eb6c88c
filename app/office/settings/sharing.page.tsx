/** Which sites may show the menu, what goes into their pages, and a preview. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { sharingSection as section } from '#core/ground/settings/sharing.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { SelectField, TextAreaField } from '#ui/field.tsx';
import type { Route } from './+types/sharing.page';
import { EmbedSnippets } from './embed-snippets.tsx';
import { SectionForm } from './section-view.tsx';
import { answerSection, loadSection } from './settings-page.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { sharing, store } = await readSettings();
  return {
    ...(await loadSection(actor, request, section)),
    origin: context.get(requestInfo).origin,
    sites: sharing.sites,
    storeName: store.name,
  };
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerSection(actor, section, await requestForm(request));
}

export default function Sharing({ loaderData, actionData }: Route.ComponentProps) {
  const { origin, sites, storeName, ...page } = loaderData;
  return (
    <SectionForm
      {...page}
      answer={actionData}
      below={<EmbedSnippets origin={origin} sites={sites} storeName={storeName} />}
    >
      {({ values, errors }) => (
        <>
          <TextAreaField
            label="Sites that may show the menu"
            name="sites"
            rows={5}
            maxLength={8000}
            defaultValue={values.sites}
            errors={errors.sites}
            hint="One per line, such as https://partner.example. Browsers refuse to show the menu on every other site. Visitors state their age in the frame first."
          />
          <SelectField
            label="Public menu feed"
            name="feed"
            className="max-w-md"
            defaultValue={values.feed}
            errors={errors.feed}
            hint="Names, sizes and availability for programs without a token, at /api/v1/menu-feed. No prices, potency, pictures or counts."
          >
            <option value="no">Off</option>
            <option value="yes">On</option>
          </SelectField>
        </>
      )}
    </SectionForm>
  );
}
