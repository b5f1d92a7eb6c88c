/** Renders whose yes an act needs, and their PIN: it is done in their name, without leaving the page. */
import { useEffect, useRef } from 'react';
import { Field, SelectField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

export function YesFields({
  approvers,
  refusal,
}: {
  approvers: readonly { userId: string; name: string }[];
  refusal: FormRefusal | undefined;
}) {
  const [first] = approvers;
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // A PIN that was refused, or used, does not stay on the screen.
    const pin = fields.current?.querySelector<HTMLInputElement>('[name="pin"]');
    if (refusal && pin) pin.value = '';
  }, [refusal]);
  return (
    <fieldset ref={fields} className="flex flex-col gap-3 rounded-control bg-cream p-4">
      <legend className="sr-only">Yes of a colleague</legend>
      <p className="text-ink-soft">
        This needs the yes of an admin or the person in charge. It is recorded as theirs.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Person"
          name="person"
          required
          defaultValue={refusal?.values.person ?? first?.userId}
          errors={refusal?.errors.person}
        >
          {approvers.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          label="Their PIN"
          name="pin"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          required
          errors={refusal?.errors.pin}
        />
      </div>
    </fieldset>
  );
}
