/** Renders the fields of sign-in and sign-up, the same on the page and in the dialog (specification section 2). */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { OfferedProvider } from '#core/accounts/identity/providers/provider.ts';
import { type LoginMode, loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import {
  BirthDateField,
  FullNameField,
  NEW_PASSWORD_HINT,
  PhoneAndAddressFields,
  StateOptions,
} from '#shop/kit/person-fields.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { PasswordField } from '#ui/password-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export const loginTitles: Readonly<Record<LoginMode, string>> = {
  admin: 'Admin Login',
  signup: 'Create Account',
  signin: 'Customer Login',
};

type Props = {
  mode: LoginMode;
  door: 'page' | 'dialog';
  returnTo: string | null;
  refusal: FormRefusal | undefined;
  busy: boolean;
  /** Outside providers; the back office's sign-in offers none. */
  providers: readonly OfferedProvider[];
  /** In the dialog the other mode opens in place; on the page it is a link. */
  onToggle?: (mode: LoginMode) => void;
};

/**
 * The contents of the `CheckedForm`. Both modes share the email field, so its value carries over without appearing in
 * an address or a log; a link here may pass it as `state`.
 */
export function SignInFields({ mode, door, returnTo, refusal, busy, providers, onToggle }: Props) {
  const values = refusal?.values ?? {};
  const errors = refusal?.errors ?? {};
  const { state } = useLocation();
  const signUp = mode === 'signup';
  return (
    <>
      <input type="hidden" name="mode" value={mode} />
      <input type="hidden" name="door" value={door} />
      {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
      {signUp ? <FullNameField refusal={refusal} /> : null}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete={signUp ? 'email' : 'username webauthn'}
        required
        maxLength={254}
        defaultValue={values.email ?? state?.email}
        errors={errors.email}
      />
      <PasswordField
        key={mode}
        label="Password"
        name="password"
        autoComplete={signUp ? 'new-password' : 'current-password'}
        required
        hint={signUp ? NEW_PASSWORD_HINT : undefined}
        errors={errors.password}
      />
      {signUp ? <SignUpFields values={values} errors={errors} /> : null}
      <Button
        type="submit"
        size="large"
        busy={busy}
        busyText={signUp ? 'Creating Account...' : 'Signing in...'}
      >
        {signUp ? 'Create Account' : 'Sign In'}
      </Button>
      {signUp ? null : (
        <PasskeyButton purpose="sign-in" rank="secondary">
          Sign in with a passkey
        </PasskeyButton>
      )}
      {mode === 'admin' ? null : <ContinueWith providers={providers} returnTo={returnTo} door={door} />}
      <Ways mode={mode} returnTo={returnTo} onToggle={onToggle} />
    </>
  );
}

/**
 * The two options from checkout, equal in rank and above the fields, so that new customers find theirs at once. `mode`
 * is the option whose fields are below.
 */
export function WayThroughCheckout({ mode, returnTo }: { mode: LoginMode; returnTo: string }) {
  return (
    <nav
      aria-label="Sign in or create an account"
      className="mb-6 grid grid-cols-2 gap-2 max-[16em]:grid-cols-1"
    >
      {wayThroughCheckout.map(({ way, asks, does }) => (
        <Link
          key={way}
          to={loginPath(returnTo, way)}
          aria-current={way === mode ? 'page' : undefined}
          className="flex min-h-14 flex-col justify-center rounded-control bg-surface px-2 py-2 text-center leading-snug inset-ring inset-ring-ink/35 hover:bg-spruce-100 aria-[current]:bg-spruce-100 aria-[current]:inset-ring-2 aria-[current]:inset-ring-spruce-700 forced-colors:border"
        >
          <span className="text-sm">{asks}</span>
          <span className="font-semibold">{does}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The space separates question and answer for screen readers. */
const wayThroughCheckout = [
  { way: 'signup', asks: 'New here? ', does: 'Create an account' },
  { way: 'signin', asks: 'Been here before? ', does: 'Sign in' },
] as const;

function SignUpFields({ values, errors }: Pick<FormRefusal, 'values' | 'errors'>) {
  const minimumAge = useMinimumAge();
  return (
    <>
      <BirthDateField
        refusal={{ values, errors }}
        hint={`You must be ${minimumAge} or older. We check your ID at pickup.`}
      />
      <PhoneAndAddressFields values={values} errors={errors} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Driver's License ID"
          name="licenseId"
          autoComplete="off"
          maxLength={40}
          hint="Stored encrypted. Speeds up pickup."
          defaultValue={values.licenseId}
          errors={errors.licenseId}
        />
        <SelectField
          label={
            <>
              State of Issue<span className="font-normal text-ink-soft"> (optional)</span>
            </>
          }
          name="licenseState"
          defaultValue={values.licenseState ?? ''}
          errors={errors.licenseState}
        >
          <StateOptions none="Choose a state" />
        </SelectField>
      </div>
    </>
  );
}

/** Links, not forms: they lead to another site, where our forms may not go. */
function ContinueWith({ providers, returnTo, door }: Pick<Props, 'providers' | 'returnTo' | 'door'>) {
  const { pathname, search } = useLocation();
  if (providers.length === 0) return null;
  // This leaves the dialog's page and comes back to it.
  const back = returnTo ?? (door === 'dialog' ? pathname + search : null);
  const query = back === null ? '' : `?${new URLSearchParams({ returnTo: back })}`;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {providers.map(({ id, name }) => (
        <a key={id} href={`/login/with/${id}${query}`} className={buttonClass('secondary', 'large')}>
          Continue with {name}
        </a>
      ))}
    </div>
  );
}

const wayClass =
  'inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4 hover:text-ink';

/** The other mode, a forgotten password, a lost confirmation. Admin mode has no sign-up. */
function Ways({ mode, returnTo, onToggle }: Pick<Props, 'mode' | 'returnTo' | 'onToggle'>) {
  const other: LoginMode = mode === 'signup' ? 'signin' : 'signup';
  const word = mode === 'signup' ? 'Sign in' : 'Create one';
  return (
    <div className="-my-2 flex flex-col text-sm">
      {mode === 'admin' ? null : (
        <p className="flex flex-wrap items-center gap-x-1.5">
          {mode === 'signup' ? 'Already have an account?' : "Don't have an account?"}
          {onToggle ? (
            <button type="button" className={wayClass} onClick={() => onToggle(other)}>
              {word}
            </button>
          ) : (
            <Link to={loginPath(returnTo, other)} className={wayClass}>
              {word}
            </Link>
          )}
        </p>
      )}
      {mode === 'signup' ? null : (
        <p className="flex flex-wrap gap-x-5">
          <Way to="/forgot-password">Forgot password?</Way>
          <Way to="/resend-confirmation">No confirmation email?</Way>
        </p>
      )}
    </div>
  );
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={wayClass}>
      {children}
    </Link>
  );
}
