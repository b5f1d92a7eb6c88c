/** /admin/settings/warnings: the yellow banner, with a preview as one types, and the law's wording one press away. */
import { useState } from 'react';
import { requirePermission } from '#features/identity/guards.server.ts';
import { holdSession } from '#features/identity/hold-session.server.ts';
import { saveSettings } from '#features/settings/save-settings.server.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { settingsMessage } from '#features/settings/settings-rules.ts';
import { SectionForm } from '#features/settings/ui/section-page.tsx';
import { type FieldTexts, SettingsFields } from '#features/settings/ui/settings-fields.tsx';
import { warningFields, warningsOf, warningsSection } from '#features/settings/warnings-section.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { answerSection, loadSection } from '#shell/settings-page.server.ts';
import { WarningBanner } from '#shell/warning-banner.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { Route } from './+types/settings-warnings';

const PATH = '/admin/settings/warnings';

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
  const { warnings } = defaultSettings();
  const version = Number(form.get('version') ?? Number.NaN);
  const options = { section: warningsSection, holdSession };
  const saved = await saveSettings(actor, 'warnings', warnings, version, options);
  if (saved.ok) return redirectWithFlash(PATH, 'The law’s wording is restored.', 'success');
  const message =
    saved.problem.kind === 'stale'
      ? 'Somebody else saved changes meanwhile. Look at them first.'
      : settingsMessage(saved.problem);
  return redirectWithFlash(PATH, message, 'error');
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export default function SettingsWarnings({ loaderData, actionData }: Route.ComponentProps) {
  const { licenseNumber, isLaw, ...section } = loaderData;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="measure text-ink-soft">
          The shipped wording is the law’s. Ask your counsel before you change it.
        </p>
        {isLaw ? null : (
          <Confirm
            label="Restore the law’s wording"
            rank="secondary"
            busyText="Restoring…"
            of="of all warnings and hotlines"
            question="Restore the law’s wording?"
            consequence="All warnings and hotlines become what was shipped. What stands there now stays in the history."
            keep="Leave it as it is"
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

function WithPreview({ licenseNumber, ...texts }: FieldTexts & { licenseNumber: string }) {
  const [typed, setTyped] = useState(texts.values);
  const warnings = warningsOf(typed);
  return (
    <>
      <div
        className="flex flex-col gap-6"
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
            const { name, value } = target;
            setTyped((before) => ({ ...before, [name]: value }));
          }
        }}
      >
        <SettingsFields fields={warningFields} {...texts} />
      </div>
      <div>
        <h2 className="mb-2 text-lg">Preview</h2>
        <div className="overflow-hidden rounded-surface border border-line">
          <WarningBanner warnings={warnings} licenseNumber={licenseNumber} />
        </div>
        {warnings.rotating.length > 1 ? (
          <p className="mt-2 text-xs text-ink-soft">
            The second line takes turns through {warnings.rotating.length} warnings.
          </p>
        ) : null}
      </div>
    </>
  );
}
