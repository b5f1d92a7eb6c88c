/** The ids of a form's controls: what a summary of errors links to, also before JavaScript arrives. */
import { createContext, useContext, useId } from 'react';

/** Put before each field's name; null outside of a form of ours. */
const Prefix = createContext<string | null>(null);

export const FieldIdPrefix = Prefix.Provider;

/** `errorHref('email')` leads to the control named 'email' of the form around. */
export function useErrorHref(): (field: string) => string {
  const prefix = useContext(Prefix) ?? '';
  return (field) => `#${prefix}${field}`;
}

/** The id as given; else by its name, so that it can be linked to; else one that nothing else has. */
export function useFieldId(given: string | undefined, name: string | undefined): string {
  const made = useId();
  const prefix = useContext(Prefix);
  if (given) return given;
  return prefix === null || !name ? made : `${prefix}${name}`;
}
