/** /admin/settings/pause: takes no reservations for a while, with the words that shoppers read. */
import { requirePermission } from '#features/identity/guards.server.ts';
import { pauseFields, pauseSection, pauseWords } from '#features/settings/ordering-pause.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { SectionForm } from '#features/settings/ui/section-page.tsx';
import { SettingsFields } from '#features/settings/ui/settings-fields.tsx';
import { requestForm } from '#platform/request-body.ts';
import { answerSection, loadSection } from '#shell/settings-page.server.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/settings-pause';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const clock = await storeClock();
  const section = await loadSection(actor, request, pauseSection(clock));
  return { ...section, words: pauseWords((await readSettings()).ordering, clock) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerSection(actor, pauseSection(await storeClock()), await requestForm(request));
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export default function SettingsPause({ loaderData, actionData }: Route.ComponentProps) {
  const { words, ...section } = loaderData;
  return (
    <SectionForm {...section} answer={actionData}>
      {(texts) => (
        <>
          {words ? (
            <Notice tone="caution" title="Shoppers read this on every page, and cannot reserve:">
              {words}
            </Notice>
          ) : (
            <Notice tone="success">Reservations are open.</Notice>
          )}
          <SettingsFields fields={pauseFields} {...texts} />
        </>
      )}
    </SectionForm>
  );
}
