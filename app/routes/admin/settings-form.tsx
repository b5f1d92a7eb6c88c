/** The sections of the settings that are fields and nothing else; the path says which. */
import { pageOf, requirePermission } from '#features/identity/guards.server.ts';
import { formSections } from '#features/settings/settings-sections.ts';
import { SectionForm } from '#features/settings/ui/section-page.tsx';
import { SettingsFields } from '#features/settings/ui/settings-fields.tsx';
import { requestForm } from '#platform/request-body.ts';
import { answerSection, loadSection } from '#shell/settings-page.server.ts';
import type { Route } from './+types/settings-form';

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

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
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
