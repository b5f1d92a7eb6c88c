/**
 * Renders an order's steps from placed to completed: side by side if five labels fit, at any text size,
 * otherwise stacked.
 */
import { Check } from '#ui/icons.ts';
import type { Step } from '../order-view.ts';

const words = { done: 'done', current: 'now', ahead: 'still ahead' };

export function OrderSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <div className="@container">
      <ol className="grid gap-2 @min-[17.5rem]:grid-cols-5 @min-[17.5rem]:gap-0" aria-label="Progress">
        {steps.map((step, index) => (
          <li
            key={step.label}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className="relative flex items-center gap-3 @min-[17.5rem]:flex-col @min-[17.5rem]:gap-0 @min-[17.5rem]:text-center"
          >
            {index > 0 ? (
              <span
                aria-hidden="true"
                className={`absolute top-3 right-1/2 hidden h-0.5 w-[calc(100%-1.625rem)] -translate-x-3.25 forced-colors:bg-[CanvasText] @min-[17.5rem]:block ${step.state === 'ahead' ? 'bg-line' : 'bg-spruce-500'}`}
              />
            ) : null}
            <Dot state={step.state} />
            <span
              className={`text-sm @min-[17.5rem]:mt-1.5 @min-[17.5rem]:text-[0.6875rem] @min-[17.5rem]:leading-snug sm:@min-[17.5rem]:text-xs ${step.state === 'current' ? 'font-semibold' : 'text-ink-soft'}`}
            >
              {step.label}
              <span className="sr-only">, {words[step.state]}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Dot({ state }: { state: Step['state'] }) {
  // In forced-colors mode, borders that are otherwise invisible replace backgrounds.
  const look = {
    done: 'bg-spruce-500 text-paper',
    current: 'bg-surface inset-ring-[7px] inset-ring-spruce-700 forced-colors:border-[7px]!',
    ahead: 'bg-paper inset-ring-2 inset-ring-ink/20',
  }[state];
  return (
    <span
      aria-hidden="true"
      className={`relative inline-flex size-6.5 shrink-0 items-center justify-center rounded-pill border border-transparent ${look}`}
    >
      {state === 'done' ? <Check strokeWidth={3} className="size-3.75" /> : null}
    </span>
  );
}
