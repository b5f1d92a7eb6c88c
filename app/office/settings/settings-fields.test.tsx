import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { licenseFields, slotFields } from './section-fields.ts';
import { SettingsFields } from './settings-fields.tsx';
import { warningFields } from './warnings-section.ts';

test('a pasted text that is too long is refused with a reason, not cut by the browser', () => {
  const fields = [...licenseFields, ...warningFields];
  expect(renderToStaticMarkup(<SettingsFields fields={fields} values={{}} errors={{}} />)).not.toMatch(
    /maxlength/i,
  );
});

test('a number says its unit once: in its name, or after it', () => {
  const page = renderToStaticMarkup(<SettingsFields fields={slotFields} values={{}} errors={{}} />);
  const labels = [...page.matchAll(/<label[^>]*>([^<]*)/g)].map(([, label]) => label);
  expect(labels).toEqual([
    'Length of a slot (minutes)',
    'Orders in a slot',
    'Time to pack (minutes)',
    'Days offered',
    'Reservation without a pickup time (hours)',
  ]);
});
