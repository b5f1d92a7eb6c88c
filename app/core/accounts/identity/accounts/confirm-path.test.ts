import { expect, test } from 'vitest';
import { confirmPath } from './confirm-path.ts';

test('confirming leads back to the page it started from, and to no other site', () => {
  expect(confirmPath('/security/password?x=1')).toBe(
    '/security/confirm?returnTo=%2Fsecurity%2Fpassword%3Fx%3D1',
  );
  expect(confirmPath('/admin/users?verify=1')).toBe('/admin/confirm?returnTo=%2Fadmin%2Fusers%3Fverify%3D1');
  // Leads to the office, but people who may not enter it are asked, too.
  expect(confirmPath('/admin')).toBe('/security/confirm?returnTo=%2Fadmin');
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example', '/%2f/evil', null])
    expect(confirmPath(elsewhere)).toBe('/security/confirm');
  for (const itself of ['/security/confirm?returnTo=/security', '/admin/confirm?returnTo=/admin/users'])
    expect(confirmPath(itself)).toBe('/security/confirm');
});
