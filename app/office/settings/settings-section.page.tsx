/** The settings sections that only have fields; the path says which. */
import { pageOf, requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/settings-section.page';
import { SectionForm } from './section-view.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { answerSection, loadSection } from './settings-page.server.ts';
import { formSections } from './settings-sections.ts';

function sectionOf(request: Request) {
  const path = new URL(pageOf(request.url), request.url).pathname.toLowerCase().split('/').at(-1) ?? '';
  const found = formSections.get(path);
  if (!found) throw new Response(null, { status: 404 });
  return { path, ...found };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { path, section } = sectionOf(request);
  return { path, ...(await loadSection(actor, request, section)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerSection(actor, sectionOf(request).section, await requestForm(request));
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export default function SettingsForm({ loaderData, actionData }: Route.ComponentProps) {
  const { path, ...section } = loaderData;
  const fields = formSections.get(path)?.fields ?? [];
  return (
    <SectionForm key={path} {...section} answer={actionData}>
      {(texts) => <SettingsFields fields={fields} {...texts} />}
    </SectionForm>
  );
}
