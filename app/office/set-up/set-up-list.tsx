/** Renders the steps of the set-up, each with what it lacks in a sentence; the one that is open shows its form. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SetUpStep, SetUpStepName } from '#core/ground/settings/set-up-steps.ts';
import { Check } from '#ui/icons.ts';

export function SetUpList({
  steps,
  active = null,
  children,
}: {
  steps: readonly SetUpStep[];
  active?: SetUpStepName | null;
  /** The body of the step that is open. */
  children?: (step: SetUpStep) => ReactNode;
}) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {steps.map((step) => {
        const { name, label, isDone, isNeeded, says } = step;
        const isActive = name === active;
        return (
          <li key={name} id={name} className="flex scroll-mt-6 items-start gap-x-4 py-3">
            <span
              className={`mt-2.5 grid size-6 shrink-0 place-items-center rounded-pill ${isDone ? 'bg-spruce-700 text-paper' : 'inset-ring inset-ring-ink/35'}`}
            >
              {isDone ? <Check aria-hidden="true" className="size-4" /> : null}
              <span className="sr-only">{isDone ? 'Done' : 'Left'}</span>
            </span>
            <div className="min-w-0 flex-1">
              <Link
                to={`/admin/settings/opening?step=${name}#${name}`}
                aria-current={isActive ? 'step' : undefined}
                className="inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4"
              >
                {label}
              </Link>
              {isNeeded ? null : <span className="text-ink-soft"> not required</span>}
              <p className="text-ink-soft">{says}</p>
              {isActive ? <div className="mt-4 mb-3">{children?.(step)}</div> : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
