/** Renders what a refused form says on top: the message for the whole form, and a link to each invalid field. */
import type { ReactNode } from 'react';
import { Notice } from '../notice.tsx';
import { useErrorHref } from './field-id.ts';
import type { FormRefusal } from './refusal.ts';

/** Finds fields by the `id` or `name` of their control. An error under the name '' belongs to the whole form. */
export function ErrorSummary({
  refusal,
  children,
  className = '',
}: {
  refusal: FormRefusal;
  children?: ReactNode;
  className?: string;
}) {
  const hrefOf = useErrorHref();
  const errors = Object.entries(refusal.errors).flatMap(([field, [first]]) =>
    first ? [{ field, first }] : [],
  );
  if (!refusal.message && errors.length === 0) return null;
  const title =
    refusal.message ?? (errors.length === 1 ? 'One thing to correct' : `${errors.length} things to correct`);
  return (
    <Notice
      tone="error"
      title={title}
      className={`w-full outline-none ${className}`}
      tabIndex={-1}
      data-summary
    >
      {errors.length > 0 ? (
        <ul className={errors.length > 1 ? 'list-disc pl-5' : ''}>
          {errors.map(({ field, first }) => (
            <li key={field}>
              {field === '' ? first : <ErrorLink href={hrefOf(field)} field={field} error={first} />}
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </Notice>
  );
}

function ErrorLink({ href, field, error }: { href: string; field: string; error: string }) {
  return (
    <a
      href={href}
      className="block w-fit py-1 underline underline-offset-4 max-lg:py-3"
      onClick={(event) => {
        const control = event.currentTarget.closest('form')?.elements.namedItem(field);
        if (!(control instanceof HTMLElement)) return;
        event.preventDefault();
        control.focus();
      }}
    >
      {error}
    </a>
  );
}
