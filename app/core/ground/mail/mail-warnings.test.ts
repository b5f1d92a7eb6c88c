import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { mailWarnings } from './mail-warnings.ts';

const { warnings } = defaultSettings();
const at = (minute: number) => Temporal.Instant.from('2026-11-01T05:00:00Z').add({ minutes: minute });

test('each email shows one rotating warning, and four minutes in a row show all four', () => {
  const shown = [0, 1, 2, 3].map((minute) => {
    const words = mailWarnings(warnings, at(minute)).join(' ');
    return warnings.rotating.filter((warning) => words.includes(warning));
  });
  expect(shown.map((those) => those.length)).toEqual([1, 1, 1, 1]);
  expect(new Set(shown.flat())).toEqual(new Set(warnings.rotating));
});

test('every email shows the general warning, the Poison Center and the HOPEline', () => {
  const words = mailWarnings(warnings, at(1)).join(' ');
  for (const each of [warnings.current, warnings.poisonCenter, warnings.hopelineText])
    expect(words).toContain(each);
});
