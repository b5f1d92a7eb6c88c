import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { licenseFields } from './section-fields.ts';
import { SettingsFields } from './settings-fields.tsx';
import { warningFields } from './warnings-section.ts';

test('a pasted text that is too long is refused with a reason, not cut by the browser', () => {
  const fields = [...licenseFields, ...warningFields];
  expect(renderToStaticMarkup(<SettingsFields fields={fields} values={{}} errors={{}} />)).not.toMatch(
    /maxlength/i,
  );
});
