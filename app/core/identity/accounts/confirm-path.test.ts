import { expect, test } from 'vitest';
import { confirmPath } from './confirm-path.ts';

test('comes back to the page that asked, and to no other site', () => {
  expect(confirmPath('/security/password?x=1')).toBe(
    '/security/confirm?returnTo=%2Fsecurity%2Fpassword%3Fx%3D1',
  );
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example', '/%2f/evil', null])
    expect(confirmPath(elsewhere)).toBe('/security/confirm');
  expect(confirmPath('/security/confirm?returnTo=/security')).toBe('/security/confirm');
});
