/** Renders the fields of a new PIN, entered twice. */

import { Field } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

export function NewPinFields({ errors }: Pick<FormRefusal, 'errors'>) {
  const kind = {
    type: 'password',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: 6,
    required: true,
  } as const;
  return (
    <>
      <Field {...kind} label="New PIN" name="pin" hint="Six digits." errors={errors.pin} />
      <Field {...kind} label="New PIN again" name="again" errors={errors.again} />
    </>
  );
}
