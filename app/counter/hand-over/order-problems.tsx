/** Renders what is wrong with an order before its hand-over, and what staff can do about it on this page. */
import { Link, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CounterOrder } from '../day/counter-order.ts';

/** The form of the next step: outside the hand-over's own, because forms cannot contain forms. */
export const STEP_FORM = 'next-step';

export function OrderProblems({ order }: { order: CounterOrder }) {
  if (order.problems.length === 0) return null;
  return (
    <Notice tone="error" className="mb-5" title="Do not hand this order over yet">
      <ul className={order.problems.length > 1 ? 'list-disc pl-5' : ''}>
        {order.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <NextStepButton order={order} />
    </Notice>
  );
}

const stepLabel = { pack: 'Pack', 'take-over': 'Take over packing', ready: 'Mark ready' } as const;

/** The step that leads to the hand-over; none for an order that is ready. */
export function NextStepButton({ order: { number, step, packer } }: { order: CounterOrder }) {
  const busy = useNavigation().formData?.get('intent') === step;
  if (step === 'hand-over') return null;
  if (step === 'edit')
    return (
      <Link
        to={`/admin/orders/${number}/edit`}
        className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
      >
        Replace or reduce
      </Link>
    );
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        type="submit"
        form={STEP_FORM}
        name="intent"
        value={step}
        rank="secondary"
        className="min-h-12"
        busy={busy}
        busyText="Saving…"
      >
        {stepLabel[step]}
      </Button>
      {step === 'ready' ? (
        <Link
          to={`/counter/orders/${number}/packing`}
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          Pack unit by unit
        </Link>
      ) : null}
      {packer ? <span>Packing: {packer}</span> : null}
    </p>
  );
}
