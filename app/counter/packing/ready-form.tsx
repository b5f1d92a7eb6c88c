/** Renders the last step of packing: mark the order ready with one press, which has the focus. */
import { useEffect, useRef } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { Button, buttonClass } from '#ui/button.tsx';
import { PackageCheck } from '#ui/icons.ts';
import type { PackingOrder } from '../day/packing-order.ts';

export function ReadyForm({ order: { number, version, step, units } }: { order: PackingOrder }) {
  const isBusy = useNavigation().formData?.get('intent') === 'ready';
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const all = units === 1 ? 'The unit is in the bag' : `All ${units} units are in the bag`;
  return (
    <Form method="post" className="flex flex-col gap-3 rounded-surface bg-spruce-100 p-4">
      <input type="hidden" name="version" value={version} />
      <p role="status" className="figures flex items-center gap-3 text-xl font-semibold">
        <PackageCheck aria-hidden="true" className="size-7 shrink-0 text-spruce-700" />
        {step === 'done' ? `${number} is ready` : all}
      </p>
      {step === 'done' ? (
        <Link to={`/counter/orders/${number}`} className={buttonClass('primary', 'large')}>
          Hand over
        </Link>
      ) : (
        <Button
          ref={button}
          type="submit"
          name="intent"
          value="ready"
          size="large"
          busy={isBusy}
          busyText="Saving…"
        >
          Mark ready
        </Button>
      )}
    </Form>
  );
}
