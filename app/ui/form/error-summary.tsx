/** What a refused form says on top: the message for the whole, and a link to each field that needs correcting. */
import { Notice } from '../notice.tsx';
import type { FormRefusal } from './refusal.ts';

/** Fields are found by the `id` or `name` of their control. */
export function ErrorSummary({ refusal }: { refusal: FormRefusal }) {
  const errors = Object.entries(refusal.errors).flatMap(([field, [first]]) =>
    first ? [{ field, first }] : [],
  );
  if (!refusal.message && errors.length === 0) return null;
  const title =
    refusal.message ?? (errors.length === 1 ? 'One thing to correct' : `${errors.length} things to correct`);
  return (
    <div data-summary tabIndex={-1} className="mb-6 outline-none">
      <Notice tone="error" title={title}>
        {errors.length > 0 ? (
          <ul className="mt-1 list-disc pl-5">
            {errors.map(({ field, first }) => (
              <li key={field}>
                <a
                  href={`#${field}`}
                  className="underline underline-offset-4"
                  onClick={(event) => {
                    const control = event.currentTarget.closest('form')?.elements.namedItem(field);
                    if (!(control instanceof HTMLElement)) return;
                    event.preventDefault();
                    control.focus();
                  }}
                >
                  {first}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </Notice>
    </div>
  );
}
