/** Renders how a customer leaves who does not take the order now: it waits for them, and the next one is served. */
import { Form, useNavigation } from 'react-router';
import { putOffWords } from '#core/sales/orders/hand-over/put-off.ts';
import { putOffReasons } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';

export function PutOffForm() {
  const sent = useNavigation().formData;
  return (
    <Form method="post" className="mt-8 border-t border-line pt-4">
      <input type="hidden" name="intent" value="put-off" />
      <div className="flex flex-wrap gap-3">
        {putOffReasons.map((why) => (
          <Button
            key={why}
            type="submit"
            name="why"
            value={why}
            rank="secondary"
            className="min-h-12"
            busy={sent?.get('intent') === 'put-off' && sent.get('why') === why}
            busyText="Saving…"
          >
            {putOffWords[why]}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-soft">
        The order stays ready, and is noted. Nothing is counted against them.
      </p>
    </Form>
  );
}
