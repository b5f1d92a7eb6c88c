/**
 * Renders a password field with a button that shows the password. The caret stays in place, and so does the focus of
 * people who use a pointer. Submitting the form hides the password again, so that browsers recognize it as one and
 * bystanders cannot read it while the page waits. Without JavaScript there is no button, because it could not work.
 */
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Eye, EyeOff } from '#ui/icons.ts';
import { Field } from './field.tsx';
import { useFieldId } from './form/field-id.ts';
import { useHydrated } from './hydrated.ts';

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'inside' | 'ref' | 'label'> & {
  label: string;
  /** What the button shows, where the label does not say so. */
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
      // Even when visible, a password must not be spell-checked or sent to a spell checker.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inside={useHydrated() ? button : null}
    />
  );
}

/** Whether it is visible; restores the selection, which browsers drop when a field's type changes. */
function useShown(input: RefObject<HTMLInputElement | null>) {
  const [isShown, setShown] = useState(false);
  const selection = useRef<[number | null, number | null]>([null, null]);

  useEffect(() => {
    const form = input.current?.form;
    const hide = () => flushSync(() => setShown(false));
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, [input]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of visibility
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
