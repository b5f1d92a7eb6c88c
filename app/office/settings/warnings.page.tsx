/** /admin/settings/warnings: the yellow banner, with a live preview, and the law's wording one press away. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Confirm } from '#ui/confirm.tsx';
import type { Route } from './+types/warnings.page';
import { SectionForm } from './section-view.tsx';
import { answerSection, loadSection, resetSection } from './settings-page.server.ts';
import { WithPreview } from './warnings-preview.tsx';
import { warningsSection } from './warnings-section.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const section = await loadSection(actor, request, warningsSection);
  const { licenseNumber } = (await readSettings()).store;
  const law = warningsSection.texts(defaultSettings().warnings);
  const isLaw = Object.entries(law).every(([field, text]) => section.base[field] === text);
  return { ...section, licenseNumber, isLaw };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  if (form.get('intent') !== 'law') return answerSection(actor, warningsSection, form);
  return resetSection(actor, warningsSection, form, 'The law’s wording is restored.');
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export default function SettingsWarnings({ loaderData, actionData }: Route.ComponentProps) {
  const { licenseNumber, isLaw, ...section } = loaderData;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="measure text-ink-soft">
          The default wording is the law’s. Ask your counsel before you change it.
        </p>
        {isLaw ? null : (
          <Confirm
            label="Restore the law’s wording"
            rank="secondary"
            busyText="Restoring…"
            of="of all warnings and hotlines"
            question="Restore the law’s wording?"
            consequence="All warnings and hotlines return to their defaults. The current wording stays in the history."
            fields={{ intent: 'law', version: String(section.version) }}
          />
        )}
      </div>
      <SectionForm {...section} answer={actionData}>
        {(texts) => <WithPreview licenseNumber={licenseNumber} {...texts} />}
      </SectionForm>
    </>
  );
}
