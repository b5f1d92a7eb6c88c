/** Syncs a filter form's fields with the address without remounting the form, so that focus stays on Apply. */
import { type RefObject, useEffect, useRef } from 'react';

/** Writes `values` (by field name) into the fields whenever they change: after submitting, and after going back. */
export function useSentValues(
  form: RefObject<HTMLFormElement | null>,
  values: Readonly<Record<string, string>>,
): void {
  const sent = JSON.stringify(values);
  const shown = useRef(sent);
  useEffect(() => {
    // On the first run the fields already have these values, or what the visitor has typed since.
    if (shown.current === sent) return;
    shown.current = sent;
    for (const [name, value] of Object.entries<string>(JSON.parse(sent))) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [form, sent]);
}
