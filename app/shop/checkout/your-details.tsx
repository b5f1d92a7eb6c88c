/** Renders what a guest enters at checkout: it creates the account, and Reserve Items holds the cart until the email is confirmed. */
import { Link } from 'react-router';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { BirthDateField, EmailField, FullNameField, NEW_PASSWORD_HINT } from '#shop/kit/person-fields.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { PasswordField } from '#ui/password-field.tsx';

/** `slot` is the chosen pickup time (an ISO instant), which survives a sign-in. */
export function YourDetails({ refusal, slot }: { refusal: FormRefusal | undefined; slot: string | null }) {
  const minimumAge = useMinimumAge();
  const back = slot === null ? '/checkout' : `/checkout?${new URLSearchParams({ slot })}`;
  return (
    <section aria-labelledby="your-details">
      <h2 id="your-details" className="text-xl">
        Your details
      </h2>
      <p className="mb-4">
        <Link
          to={loginPath(back)}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Been here before? Sign in
        </Link>
      </p>
      <div className="grid max-w-md gap-5">
        <FullNameField refusal={refusal} />
        <EmailField refusal={refusal} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint={NEW_PASSWORD_HINT}
          errors={refusal?.errors.password}
        />
        <BirthDateField
          refusal={refusal}
          hint={`You must be ${minimumAge} or older. We check your ID at pickup.`}
        />
      </div>
      <p className="mt-4 max-w-md text-sm text-ink-soft">
        This makes your account. We email you a link; your items are reserved once you open it.
      </p>
    </section>
  );
}
