import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { addressOf } from '#core/ground/settings/contact.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import type { ShellStore } from '#shop/kit/shell-data.ts';
import { TopBars } from './top-bars.tsx';

test('the top bars show the license, who the shop is for, and how to call, write and visit', () => {
  const { store } = defaultSettings();
  const hours = { week: [], different: [] };
  const shown: ShellStore = { ...store, address: addressOf(store), minimumAge: 21, hours, year: 2026 };
  const bars = renderToStaticMarkup(<TopBars store={shown} />);
  for (const words of [store.licenseNumber, store.adultsOnlyNotice, addressOf(store)])
    expect(bars).toContain(words);
  expect(bars).toContain('href="tel:+16075550142"');
  expect(bars).toContain(`href="mailto:${store.email}"`);
});
