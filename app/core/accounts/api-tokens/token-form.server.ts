/** Reads the form of a new token. */
import { z } from 'zod';
import { readForm } from '#platform/requests/form.ts';
import { typedLine } from '#platform/requests/typed-text.ts';
import { type ApiScope, tokenDays } from './api-token.ts';

/** The form of a new token; `scopes` are those that its kind may have. */
const newTokenForm = (scopes: readonly ApiScope[]) =>
  z.object({
    name: typedLine(60, 'name').min(1, 'Enter a name.'),
    days: z
      .enum(tokenDays.map(String), { error: 'Choose when it expires.' })
      .transform((days) => Number(days)),
    scopes: z
      .string()
      .default('')
      .transform((text) => scopes.filter((scope) => text.split(' ').includes(scope)))
      .refine((chosen) => chosen.length > 0, 'Choose at least one permission.'),
  });
/** Each scope is a checkbox of its own name. */
export function readNewToken(form: FormData, scopes: readonly ApiScope[]) {
  form.set('scopes', scopes.filter((scope) => form.has(scope)).join(' '));
  return readForm(form, newTokenForm(scopes));
}
