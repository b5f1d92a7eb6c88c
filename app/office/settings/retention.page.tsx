/** /admin/settings/retention: how long data is stored, where the law leaves a choice. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/retention.page';
import { fixedRetention, retentionFields } from './section-fields.ts';
import { SectionForm } from './section-view.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { answerSection, loadSection } from './settings-page.server.ts';
import { retentionSection } from './settings-sections.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return loadSection(actor, request, retentionSection);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerSection(actor, retentionSection, await requestForm(request));
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export default function SettingsRetention({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SectionForm {...loaderData} answer={actionData}>
      {(texts) => (
        <>
          <SettingsFields fields={retentionFields} {...texts} />
          <section aria-labelledby="fixed">
            <h2 id="fixed" className="text-lg">
              Required by law
            </h2>
            <p className="mt-1 text-ink-soft">
              State law requires these records for five years (9 NYCRR 125.13). No setting shortens this. When
              customers delete their account, we delete what identifies them at once and retain the rest.
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
