/** Renders a refused checkout: its summary, and what the customer can do next. */
import { Link } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { Refusal } from './checkout-form.ts';

/** The form's summary: nothing has been reserved, and why, linked to the field if this page has it. */
export function summaryOf(refusal: Refusal, asksBirthDate: boolean): FormRefusal {
  const hasField = refusal.field === 'pickup' || (refusal.field === 'birthDate' && asksBirthDate);
  return {
    message: refusal.offersRest
      ? 'Some items are no longer available'
      : refusal.offersAgain
        ? 'You already reserved these items'
        : 'Nothing has been reserved yet',
    errors: { [hasField ? String(refusal.field) : '']: [refusal.message] },
    values: {},
  };
}

/** The same with what is wrong with a guest's details; undefined when nothing is wrong. */
export function allRefused(
  refusal: Refusal | null,
  details: FormRefusal | null,
  hasBirthDate: boolean,
): FormRefusal | undefined {
  const ofCheckout = refusal ? summaryOf(refusal, hasBirthDate) : undefined;
  const isRefused = details !== null && (details.message !== undefined || hasErrors(details));
  if (!isRefused) return ofCheckout;
  if (!ofCheckout) return details;
  return { ...details, errors: { ...ofCheckout.errors, ...details.errors } };
}

const hasErrors = ({ errors }: FormRefusal) => Object.keys(errors).length > 0;

/** The next steps after a refusal, inside its summary. */
export function CheckoutWays({
  refusal,
  isBusy,
  asksBirthDate,
}: {
  refusal: Refusal;
  isBusy: boolean;
  /** False once a birth date is on file: then there is no field to link to. */
  asksBirthDate: boolean;
}) {
  return (
    <>
      {refusal.field === 'birthDate' && !asksBirthDate ? (
        <p className="mt-1">
          Your date of birth is on file with{' '}
          <Link to="/profile" className="underline underline-offset-4">
            your profile
          </Link>
          . If it is wrong, call us or show your ID at the store.
        </p>
      ) : null}
      {refusal.offersRest ? (
        <Button type="submit" name="intent" value="rest" rank="secondary" busy={isBusy} className="mt-3">
          Continue with the rest
        </Button>
      ) : null}
      {refusal.offersAgain ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button type="submit" name="again" value="yes" rank="secondary" busy={isBusy}>
            Reserve them again
          </Button>
          <ButtonLink to="/orders" rank="secondary">
            Your Orders
          </ButtonLink>
        </div>
      ) : null}
    </>
  );
}
