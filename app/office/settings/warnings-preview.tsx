/** Renders the fields of the warnings, with a preview of the banner below them. */
import { useState } from 'react';
import { WarningBanner } from '#core/ground/frame/warning-banner.tsx';
import { type FieldTexts, SettingsFields } from './settings-fields.tsx';
import { warningFields, warningsOf } from './warnings-section.ts';

export function WithPreview({ licenseNumber, ...texts }: FieldTexts & { licenseNumber: string }) {
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
            The second line rotates through {warnings.rotating.length} warnings.
          </p>
        ) : null}
      </div>
    </>
  );
}
