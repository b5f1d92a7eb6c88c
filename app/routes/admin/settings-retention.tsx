/** /admin/settings/retention: how long what is kept, as far as the law leaves a choice. */
import { requirePermission } from '#features/identity/guards.server.ts';
import { fixedRetention, retentionFields } from '#features/settings/settings-fields.ts';
import { retentionSection } from '#features/settings/settings-sections.ts';
import { SectionForm } from '#features/settings/ui/section-page.tsx';
import { SettingsFields } from '#features/settings/ui/settings-fields.tsx';
import { requestForm } from '#platform/request-body.ts';
import { answerSection, loadSection } from '#shell/settings-page.server.ts';
import type { Route } from './+types/settings-retention';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return loadSection(actor, request, retentionSection);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerSection(actor, retentionSection, await requestForm(request));
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export default function SettingsRetention({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SectionForm {...loaderData} answer={actionData}>
      {(texts) => (
        <>
          <SettingsFields fields={retentionFields} {...texts} />
          <section aria-labelledby="fixed">
            <h2 id="fixed" className="text-lg">
              What the law fixes
            </h2>
            <p className="mt-1 text-ink-soft">
              Records for the state are kept for five years (9 NYCRR 125.13). Nothing here, and nobody in the
              back office, can shorten that. When customers delete their account, what identifies them goes at
              once and these records stay in minimal form.
            </p>
            <table className="mt-3 w-full text-left">
              <thead className="text-xs text-ink-soft">
                <tr>
                  <th scope="col" className="py-1 pr-4">
                    Records
                  </th>
                  <th scope="col" className="py-1">
                    Kept
                  </th>
                </tr>
              </thead>
              <tbody>
                {fixedRetention.map(({ what, kept }) => (
                  <tr key={what} className="border-t border-line">
                    <th scope="row" className="py-2 pr-4 font-medium">
                      {what}
                    </th>
                    <td className="py-2">{kept}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </SectionForm>
  );
}
