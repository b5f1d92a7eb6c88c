/** Renders the person's last decision about an age, and a way to undo it. */
import { Form, useNavigation } from 'react-router';
import { decisionLabel } from '#core/accounts/customers/age-decision.ts';
import type { LatelyDecidedCase } from '#core/accounts/customers/age-queue-queries.server.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function UndoDecision({ lately }: { lately: readonly LatelyDecidedCase[] }) {
  const isBusy = useNavigation().formData?.get('intent') === 'undo';
  const last = lately.find(({ mayUndo }) => mayUndo);
  if (!last) return null;
  return (
    <Notice className="mb-5">
      <Form method="post" className="flex flex-wrap items-center gap-x-4">
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="userId" value={last.userId} />
        <input type="hidden" name="from" value={last.decision} />
        <input type="hidden" name="version" value={last.version} />
        <p className="wrap-anywhere">
          {last.name}: {decisionLabel[last.decision]}
        </p>
        <Button
          type="submit"
          rank="quiet"
          size="small"
          className="min-h-11"
          busy={isBusy}
          busyText="Undoing…"
        >
          Undo<span className="sr-only"> the decision about {last.name}</span>
        </Button>
      </Form>
    </Notice>
  );
}
