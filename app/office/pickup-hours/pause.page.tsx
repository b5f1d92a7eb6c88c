/** /admin/settings/pause: stops reservations for a while, with the notice that shoppers read. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { pauseFields, pauseSection, pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { SectionForm } from '#office/settings/section-view.tsx';
import { SettingsFields } from '#office/settings/settings-fields.tsx';
import { answerSection, loadSection } from '#office/settings/settings-page.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/pause.page';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'ordering.pause', request);
  const clock = await storeClock();
  const section = await loadSection(actor, request, pauseSection(clock));
  return { ...section, words: pauseWords((await readSettings()).ordering, clock) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'ordering.pause', request);
  return answerSection(actor, pauseSection(await storeClock()), await requestForm(request));
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export default function SettingsPause({ loaderData, actionData }: Route.ComponentProps) {
  const { words, ...section } = loaderData;
  return (
    <SectionForm {...section} answer={actionData}>
      {(texts) => (
        <>
          {words ? (
            <Notice tone="caution" title="Shoppers see this on every page and cannot reserve:">
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
