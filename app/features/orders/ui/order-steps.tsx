/** The way of an order from placed to completed, understood at a glance. */
import { Check } from 'lucide-react';
import type { Step } from '../order-view.ts';

const words = { done: 'done', current: 'now', ahead: 'still ahead' };

export function OrderSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid grid-cols-5" aria-label="Progress">
      {steps.map((step, index) => (
        <li
          key={step.label}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex flex-col items-center text-center"
        >
          {index > 0 ? (
            <span
              aria-hidden="true"
              className={`absolute top-3 right-1/2 h-0.5 w-[calc(100%-1.625rem)] -translate-x-3.25 ${step.state === 'ahead' ? 'bg-line' : 'bg-spruce-500'}`}
            />
          ) : null}
          <Dot state={step.state} />
          <span
            className={`mt-1.5 text-[0.6875rem] leading-4 sm:text-xs ${step.state === 'current' ? 'font-semibold' : 'text-ink-soft'}`}
          >
            {step.label}
            <span className="sr-only">, {words[step.state]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Dot({ state }: { state: Step['state'] }) {
  const look = {
    done: 'bg-spruce-500 text-white',
    current: 'bg-white inset-ring-[7px] inset-ring-spruce-700',
    ahead: 'bg-paper inset-ring-2 inset-ring-ink/20',
  }[state];
  return (
    <span
      aria-hidden="true"
      className={`relative inline-flex size-6.5 items-center justify-center rounded-pill ${look}`}
    >
      {state === 'done' ? <Check size={15} strokeWidth={3} /> : null}
    </span>
  );
}
