/** Computes the ids of a form's controls, which an error summary links to, even before JavaScript loads. */
import { createContext, useContext, useId } from 'react';

/** The prefix of each field's name; null outside our forms. */
const Prefix = createContext<string | null>(null);

export const FieldIdPrefix = Prefix.Provider;

/** `errorHref('email')` links to the control named 'email' of the surrounding form. */
export function useErrorHref(): (field: string) => string {
  const prefix = useContext(Prefix) ?? '';
  return (field) => `#${prefix}${field}`;
}

/** The id as given; otherwise derived from the name, so that it can be linked to; otherwise a unique one. */
export function useFieldId(given: string | undefined, name: string | undefined): string {
  const made = useId();
  const prefix = useContext(Prefix);
  if (given) return given;
  return prefix === null || !name ? made : `${prefix}${name}`;
}
