/** Reads the forms of endpoints. */
import { z } from 'zod';
import { readForm } from '#platform/requests/form.ts';
import { typedLine } from '#platform/requests/typed-text.ts';
import { isWebhookType, webhookTypes } from './webhook.ts';

const changed = z.object({
  name: typedLine(60, 'name').min(1, 'Enter a name.'),
  types: z
    .string()
    .default('')
    .transform((text) => text.split(' ').filter(isWebhookType))
    .refine((chosen) => chosen.length > 0, 'Choose at least one message.'),
});
const added = changed.extend({ url: typedLine(500, 'address').min(1, 'Enter an address.') });

/** Each type is a checkbox of its own name. */
const withTypes = (form: FormData): FormData => {
  const chosen = Object.keys(webhookTypes).filter((type) => form.has(type));
  form.set('types', chosen.join(' '));
  return form;
};

export const readNewEndpoint = (form: FormData) => readForm(withTypes(form), added, [], 500);
export const readChangedEndpoint = (form: FormData) => readForm(withTypes(form), changed);
