/** Parses a form with its schema once; the entered values survive a refusal, except secrets. */
import type { z } from 'zod';
import type { FormRefusal } from '#ui/form/refusal.ts';

export type { FormRefusal };

export type ReadForm<T> = { ok: true; value: T; refused: Refuse } | { ok: false; refused: Refuse };

/**
 * Creates this form's refusal: its values, the schema's errors if any, and a message for the whole form or one field.
 */
type Refuse = (message?: string, field?: string) => FormRefusal;

/** Longer values are not sent back, because people do not type that much. */
const MAXIMUM_ECHO = 400;

/**
 * @param secrets names of fields that are never sent back, such as passwords.
 * @param longest characters of the longest value that is sent back.
 */
export function readForm<S extends z.ZodType>(
  form: FormData,
  schema: S,
  secrets: readonly string[] = [],
  longest = MAXIMUM_ECHO,
): ReadForm<z.output<S>> {
  const given: Record<string, string> = Object.create(null);
  for (const [name, value] of form) if (typeof value === 'string' && !(name in given)) given[name] = value;
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!secrets.includes(name) && name !== '__proto__' && value.length <= longest)
      values[name] = value.toWellFormed();
  }
  const parsed = schema.safeParse({ ...given });
  if (parsed.success) {
    const refused: Refuse = (message, field) =>
      field && message ? { errors: { [field]: [message] }, values } : { message, errors: {}, values };
    return { ok: true, value: parsed.data, refused };
  }
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '');
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return { ok: false, refused: (message) => ({ message, errors, values }) };
}
