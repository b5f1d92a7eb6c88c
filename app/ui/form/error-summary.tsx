/** Renders what a refused form says on top: the message for the whole form, and a link to each invalid field. */
import type { ReactNode } from 'react';
import { Notice } from '../notice.tsx';
import { useErrorHref } from './field-id.ts';
import type { FormRefusal } from './refusal.ts';

/** Finds fields by the `id` or `name` of their control. Errors under the name '' belong to the whole form: all of them are listed. */
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
  const errors = Object.entries(refusal.errors).flatMap(([field, all]) =>
    (field === '' ? all : all.slice(0, 1)).map((error) => ({ field, error })),
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
          {errors.map(({ field, error }) => (
            <li key={field + error}>
              {field === '' ? error : <ErrorLink href={hrefOf(field)} field={field} error={error} />}
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
