/**
 * A password, and a button that shows what was typed. The caret stays where it was, and so does the focus of whoever
 * presses the button by pointer; sending the form hides it again, so that browsers know it for a password and nobody
 * reads it while the answer is waited for. Without JavaScript there is no button, because it could do nothing.
 */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field } from './field.tsx';
import { useFieldId } from './form/field-id.ts';
import { useHydrated } from './hydrated.ts';

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'inside' | 'ref' | 'label'> & {
  label: string;
  /** What the button says it shows, where the label does not say it by itself. */
  shows?: string | undefined;
};

export function PasswordField({ label, shows = label.toLowerCase(), ...rest }: Props) {
  const id = useFieldId(rest.id, rest.name);
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useShown(input);
  const Icon = isShown ? EyeOff : Eye;
  const button = (
    <button
      type="button"
      aria-pressed={isShown}
      aria-controls={id}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setShown(!isShown)}
      className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-soft hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-5" />
      <span className="sr-only">Show {shows}</span>
    </button>
  );
  return (
    <Field
      {...rest}
      id={id}
      ref={input}
      label={label}
      type={isShown ? 'text' : 'password'}
      // Shown, it is still no text to be corrected, or sent away to be.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inside={useHydrated() ? button : null}
    />
  );
}

/** Whether it is shown; the selection, which browsers drop with the type of a field, outlives the change. */
function useShown(input: RefObject<HTMLInputElement | null>) {
  const [isShown, setShown] = useState(false);
  const selection = useRef<[number | null, number | null]>([null, null]);

  useEffect(() => {
    const form = input.current?.form;
    const hide = () => flushSync(() => setShown(false));
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, [input]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows every change of what is shown
  useLayoutEffect(() => {
    const field = input.current;
    if (field && field === document.activeElement) field.setSelectionRange(...selection.current);
  }, [isShown, input]);

  const set = (shown: boolean) => {
    const field = input.current;
    selection.current = [field?.selectionStart ?? null, field?.selectionEnd ?? null];
    setShown(shown);
  };
  return [isShown, set] as const;
}
