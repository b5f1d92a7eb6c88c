/** Renders the choice of who works on a shared tablet now, and the PIN. */
import { useEffect, useRef } from 'react';
import { Link, useNavigation } from 'react-router';
import type { Colleague } from '#core/accounts/identity/pins/tablet-queries.server.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';

const choice =
  'relative flex min-h-14 cursor-pointer items-center rounded-control bg-surface px-4 py-2 text-lg leading-6 font-medium inset-ring inset-ring-ink/35 has-checked:bg-spruce-100 has-checked:inset-ring-2 has-checked:inset-ring-spruce-700 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce-700';
const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function TakeOverForm({
  tablet,
  working,
  colleagues,
  to,
  refusal,
}: {
  tablet: string;
  /** Who works here until someone takes over; null for no one. */
  working: string | null;
  colleagues: readonly Colleague[];
  /** Where the next person begins. */
  to: string;
  refusal: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().state !== 'idle';
  const withPin = colleagues.filter((colleague) => colleague.hasPin);
  const form = useRef<HTMLFormElement>(null);
  // Arrow keys choose too, and must not leave the list.
  const isByKey = useRef(false);
  const starting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The sixth digit is the press on 'Start', if someone is chosen.
  const startSoon = () => {
    clearTimeout(starting.current);
    const { current } = form;
    if (!current || !/^\d{6}$/.test(pinOf(current)?.value ?? '')) return;
    starting.current = setTimeout(() => {
      if (new FormData(current).get('person')) current.requestSubmit();
    }, SETTLED_MS);
  };
  // Also one that was typed before the scripts came.
  useEffect(startSoon, []);
  useEffect(() => {
    // Six digits fill the field: the next ones would not get in.
    const field = pinOf(form.current);
    if (refusal && field) field.value = '';
  }, [refusal]);
  return (
    <>
      <h1 className="text-2xl">Who works here now?</h1>
      <p className="mb-5 text-ink-soft wrap-anywhere">
        {tablet}
        {working ? ` · ${working} is at work` : ''}
      </p>
      {withPin.length === 0 ? <p className="mb-4">No one has a PIN yet.</p> : null}
      {withPin.length > 0 ? (
        <CheckedForm
          formRef={form}
          refusal={refusal}
          onInput={({ target }) => target === pinOf(form.current) && startSoon()}
          onKeyDown={() => clearTimeout(starting.current)}
          className="flex flex-col gap-5"
        >
          <input type="hidden" name="intent" value="take-over" />
          <input type="hidden" name="to" value={refusal?.values.to ?? to} />
          <fieldset
            id="person"
            tabIndex={-1}
            onKeyDown={() => {
              isByKey.current = true;
            }}
            onPointerDown={() => {
              isByKey.current = false;
            }}
            aria-describedby={refusal?.errors.person ? 'person-error' : undefined}
          >
            <legend className="sr-only">Person</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {withPin.map(({ userId, name }) => (
                <label key={userId} className={choice}>
                  <input
                    type="radio"
                    name="person"
                    value={userId}
                    defaultChecked={refusal?.values.person === userId || withPin.length === 1}
                    onClick={() => {
                      if (!isByKey.current) pinOf(form.current)?.focus();
                    }}
                    className="sr-only"
                  />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </label>
              ))}
            </div>
            {refusal?.errors.person ? (
              <p id="person-error" className="mt-1.5 text-sm font-medium text-clay-700">
                {refusal.errors.person[0]}
              </p>
            ) : null}
          </fieldset>
          <div className="grid gap-2 sm:grid-cols-2">
            <Field
              label="PIN"
              name="pin"
              type="password"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              required
              errors={refusal?.errors.pin}
            />
          </div>
          <Button type="submit" size="large" busy={isBusy} busyText="Checking…" className="min-h-16 text-lg">
            Start
          </Button>
        </CheckedForm>
      ) : null}
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link to="/counter/switch/pin" className={link}>
          Set a PIN with your password
        </Link>
        {working ? (
          <Link to={to} className={link}>
            Cancel
          </Link>
        ) : (
          <Link to="/login?mode=admin" className={link}>
            Sign in with your password
          </Link>
        )}
      </p>
    </>
  );
}

/** Longer than between two keys of any scanner: what it types into the field is no PIN. */
const SETTLED_MS = 250;

const pinOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('[name="pin"]') ?? null;
