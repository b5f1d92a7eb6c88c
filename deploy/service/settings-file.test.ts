import { expect, test } from 'vitest';
import { readSettings, withSettings } from './settings-file.ts';

test('a new setting is added at the end, and everything else stays', () => {
  expect(withSettings('# Mail\nSMTP_URL="smtps://a b"\n', { PORT: '3000' })).toBe(
    '# Mail\nSMTP_URL="smtps://a b"\nPORT=3000\n',
  );
});

test('a changed setting replaces every line of its name', () => {
  expect(withSettings('PORT=1\nHOST=::1\nPORT=2\n', { PORT: '3' })).toBe('HOST=::1\nPORT=3\n');
});

test('settings that are there already change nothing, however they are written', () => {
  const text = 'PORT = "3000"\n\n# end';
  expect(readSettings(withSettings(text, { PORT: '3000' }))).toEqual({ PORT: '3000' });
});

test('comments are no settings, and the last of two counts', () => {
  expect(readSettings('#PORT=1\nPORT=2\nPORT=3\n')).toEqual({ PORT: '3' });
});
