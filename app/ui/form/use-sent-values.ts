/** A form of filters whose fields follow the address, without being made anew: whoever pressed Apply stays on it. */
import { type RefObject, useEffect, useRef } from 'react';

/** Puts `values` (by field name) into the fields whenever they change: after sending, and going back. */
export function useSentValues(
  form: RefObject<HTMLFormElement | null>,
  values: Readonly<Record<string, string>>,
): void {
  const sent = JSON.stringify(values);
  const shown = useRef(sent);
  useEffect(() => {
    // At first they stand there already, or what somebody has typed meanwhile.
    if (shown.current === sent) return;
    shown.current = sent;
    for (const [name, value] of Object.entries<string>(JSON.parse(sent))) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [form, sent]);
}
