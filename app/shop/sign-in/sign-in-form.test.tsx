import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { LoginMode } from '#core/accounts/identity/sessions/return-path.ts';
import { loginTitles, SignInFields } from './sign-in-form.tsx';

const formOf = (mode: LoginMode, busy = false, providers = [{ id: 'farm-id', name: 'Farm ID' }]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SignInFields
        mode={mode}
        door="page"
        returnTo={null}
        refusal={undefined}
        busy={busy}
        providers={providers}
      />
    </MemoryRouter>,
  );

const labels = (form: string, all: readonly string[]) => all.filter((label) => form.includes(`>${label}<`));

test('titles are Customer Login, Create Account and Admin Login', () => {
  expect(loginTitles).toEqual({ signin: 'Customer Login', signup: 'Create Account', admin: 'Admin Login' });
});

test.each<[LoginMode, string, string]>([
  ['signin', 'Sign In', 'Signing in...'],
  ['admin', 'Sign In', 'Signing in...'],
  ['signup', 'Create Account', 'Creating Account...'],
])('%s: the button says %s, and %s while busy', (mode, idle, busy) => {
  expect(formOf(mode)).toContain(`>${idle}</button>`);
  expect(formOf(mode)).not.toContain(busy);
  expect(formOf(mode, true)).toContain(`>${busy}</button>`);
});

test('the email field of a sign-in is where the browser offers passkeys', () => {
  for (const mode of ['signin', 'admin'] as const)
    expect(formOf(mode)).toMatch(
      /<input[^>]*autocomplete="username webauthn"[^>]*name="email"|name="email"[^>]*autocomplete="username webauthn"/i,
    );
  expect(formOf('signup')).not.toContain('webauthn');
});

test('sign-in asks for two fields, and sign-up for the specification’s eight', () => {
  const fields = [
    'email',
    'password',
    'fullName',
    'phone',
    'address',
    'birthDate',
    'licenseId',
    'licenseState',
  ];
  const asked = (mode: LoginMode) => fields.filter((name) => formOf(mode).includes(`name="${name}"`));
  expect(asked('signin')).toEqual(['email', 'password']);
  expect(asked('admin')).toEqual(['email', 'password']);
  expect(asked('signup')).toEqual(fields);
});

test('customers can switch modes, and admins cannot', () => {
  const words = ['Sign in', 'Create one'];
  expect(labels(formOf('signin'), words)).toEqual(['Create one']);
  expect(labels(formOf('signup'), words)).toEqual(['Sign in']);
  expect(labels(formOf('admin'), words)).toEqual([]);
});

test('customers see an outside provider where one is configured', () => {
  expect(formOf('signin')).toMatch(
    /<a href="\/login\/with\/farm-id"[^>]*>Continue with (<!-- -->)?Farm ID<\/a>/,
  );
  expect(formOf('signup')).toContain('/login/with/farm-id');
  expect(formOf('admin')).not.toContain('/login/with/');
  expect(formOf('signin', false, [])).not.toContain('Continue with');
});
