/** Renders labeled controls with hint and error, wired for assistive technology. Works before JavaScript loads. */
import type { ComponentProps, ReactNode } from 'react';
import { ChevronDown } from '#ui/icons.ts';
import { useFieldId } from './form/field-id.ts';

export const controlClass =
  'block w-full min-h-11 rounded-control bg-surface px-3.5 py-2 text-base text-ink inset-ring inset-ring-ink/35 placeholder:text-ink-soft aria-invalid:inset-ring-2 aria-invalid:inset-ring-clay-700 disabled:bg-cream disabled:text-ink-soft';

type Surround = {
  label: ReactNode;
  /** What to enter. */
  hint?: ReactNode;
  /** What is wrong and how to fix it; only the first error is shown. */
  errors?: readonly string[] | undefined;
};

/**
 * Marks an empty date field for app.css: Safari shows today's date in it, in gray, as if it were filled. Only with
 * scripts, which notice when it is filled.
 */
function markEmpty(input: HTMLInputElement | null) {
  if (input?.type !== 'date') return;
  const mark = () => input.toggleAttribute('data-empty', input.value === '');
  mark();
  input.addEventListener('input', mark);
  return () => input.removeEventListener('input', mark);
}

/** A text-like input. */
export function Field({
  label,
  hint,
  errors,
  id,
  inside,
  className = '',
  ...rest
}: ComponentProps<'input'> &
  Surround & {
    /**
     * A control at the end of the input, in a square as tall as the input; null reserves the space for one that is not
     * there yet.
     */
    inside?: ReactNode;
  }) {
  const name = useFieldId(id, rest.name);
  const error = errors?.[0];
  const input = (
    <input
      ref={markEmpty}
      {...rest}
      id={name}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(name, hint, error)}
      className={inside === undefined ? controlClass : `${controlClass} pr-12 [&::-ms-reveal]:hidden`}
    />
  );
  return (
    <div className={className}>
      <label htmlFor={name} className="mb-1.5 block text-sm font-medium">
        {label}
        {rest.required ? null : <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {inside === undefined ? (
        input
      ) : (
        <span className="relative block">
          {input}
          {inside}
        </span>
      )}
      <Notes id={name} hint={hint} error={error} />
    </div>
  );
}

/** A native select with our own arrow: the browser's is too close to the edge. `className` is for layout. */
export function Select({ className = '', children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={`relative block ${className}`}>
      <select {...rest} className={`${controlClass} appearance-none truncate pr-10`}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="size-4.5 pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-soft"
      />
    </span>
  );
}

/** A labeled select. */
export function SelectField({
  label,
  hint,
  errors,
  id,
  className = '',
  children,
  ...rest
}: ComponentProps<'select'> & Surround) {
  const name = useFieldId(id, rest.name);
  const error = errors?.[0];
  return (
    <div className={className}>
      <label htmlFor={name} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <Select
        {...rest}
        id={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, hint, error)}
      >
        {children}
      </Select>
      <Notes id={name} hint={hint} error={error} />
    </div>
  );
}

/** A multi-line text field. */
export function TextAreaField({
  label,
  hint,
  errors,
  id,
  className = '',
  ...rest
}: ComponentProps<'textarea'> & Surround) {
  const name = useFieldId(id, rest.name);
  const error = errors?.[0];
  return (
    <div className={className}>
      <label htmlFor={name} className="mb-1.5 block text-sm font-medium">
        {label}
        {rest.required ? null : <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      <textarea
        {...rest}
        id={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, hint, error)}
        className={controlClass}
      />
      <Notes id={name} hint={hint} error={error} />
    </div>
  );
}

/** A checkbox with its label. */
export function CheckboxField({
  label,
  errors,
  id,
  className = '',
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & Omit<Surround, 'hint'>) {
  const name = useFieldId(id, rest.name);
  const error = errors?.[0];
  return (
    <div className={className}>
      <label className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...rest}
          id={name}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(name, null, error)}
          className="mt-0.5 size-5 shrink-0 accent-spruce-700"
        />
        <span className="min-w-0">{label}</span>
      </label>
      <Notes id={name} hint={null} error={error} />
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ') || undefined;
}

function Notes({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  return (
    <>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-ink-soft">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-clay-700">
          {error}
        </p>
      ) : null}
    </>
  );
}
