/** Renders the fields in which a colleague says something on another person's screen: who they are, and what only they know. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Field, SelectField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

type Person = { userId: string; name: string };

export function ColleagueFields({
  people,
  way,
  refusal,
  isRequired = true,
  chosen,
  legend,
  label,
  className = '',
  children,
}: {
  people: readonly Person[];
  way: 'pin' | 'password';
  refusal: FormRefusal | undefined;
  /** False where what they say is needed only with another field of the form. */
  isRequired?: boolean;
  /** Who is chosen at first; without one, the only person there is. */
  chosen?: string | undefined;
  legend: string;
  /** Of the person. */
  label: string;
  className?: string;
  /** What it is for. */
  children: ReactNode;
}) {
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // What was refused, or used, does not stay on the screen.
    const secret = fields.current?.querySelector<HTMLInputElement>('[type="password"]');
    if (refusal && secret) secret.value = '';
  }, [refusal]);
  const only = people.length === 1 ? people[0]?.userId : undefined;
  const kind =
    way === 'pin'
      ? ({
          label: 'Their PIN',
          name: 'pin',
          inputMode: 'numeric',
          maxLength: 6,
          autoComplete: 'off',
        } as const)
      : // The browser must neither fill in the password of whose screen it is nor save this one.
        ({ label: 'Their password', name: 'password', autoComplete: 'new-password' } as const);
  return (
    <fieldset ref={fields} className={`flex flex-col gap-3 ${className}`}>
      <legend className="sr-only">{legend}</legend>
      <p className="text-sm text-ink-soft">{children}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={label}
          name="person"
          required={isRequired}
          defaultValue={refusal?.values.person ?? chosen ?? only ?? ''}
          errors={refusal?.errors.person}
        >
          <option value="">Choose a person</option>
          {people.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field {...kind} type="password" required={isRequired} errors={refusal?.errors[kind.name]} />
      </div>
    </fieldset>
  );
}
