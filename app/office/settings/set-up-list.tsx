/** Renders the steps of the set-up, done and remaining. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type SetUpStepName, setUpSteps } from '#core/ground/settings/set-up-steps.ts';
import { Check } from '#ui/icons.ts';

export function SetUpList({
  done,
  children,
}: {
  done: readonly SetUpStepName[];
  /** Beside a remaining step. */
  children?: (step: SetUpStepName) => ReactNode;
}) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {setUpSteps.map(({ name, label, what, path }) => {
        const isDone = done.includes(name);
        return (
          <li key={name} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
            <span
              className={`mt-2.5 grid size-6 shrink-0 place-items-center rounded-pill ${isDone ? 'bg-spruce-700 text-paper' : 'inset-ring inset-ring-ink/35'}`}
            >
              {isDone ? <Check aria-hidden="true" className="size-4" /> : null}
              <span className="sr-only">{isDone ? 'Done' : 'Left'}</span>
            </span>
            <div className="min-w-0 flex-1">
              <Link
                to={path}
                className="inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4"
              >
                {label}
              </Link>
              <p className="text-ink-soft">{what}</p>
              {isDone ? null : children?.(name)}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
