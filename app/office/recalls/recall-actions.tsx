/** Renders what an admin does with a recall: start it, edit or delete the draft, end it. */
import { Link } from 'react-router';
import { LONGEST_REASON } from '#core/sales/recalls/recall.ts';
import { peopleCount, type TraceCounts, unitCount } from '#core/sales/recalls/trace.ts';
import { Panel } from '#office/kit/panel.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { RecallView } from './recall-view.server.ts';

export function DraftActions({
  recall,
  counts,
  confirm,
}: {
  recall: RecallView['recall'];
  counts: TraceCounts;
  /** The re-check page; null if the re-check is recent. */
  confirm: string | null;
}) {
  const { id, version, isExercise } = recall;
  const unreachable =
    counts.unreachable > 0
      ? ` ${peopleCount(counts.unreachable)} have no account (walk-in, or deleted) and cannot be reached.`
      : '';
  const consequence = isExercise
    ? 'Stops the clock and stores the trace. No lot changes, and nothing is sent.'
    : `${unitCount(counts.onHand)} in the building never go back on sale, ${unitCount(counts.heldUnits)} in ${counts.heldOrders} open ${counts.heldOrders === 1 ? 'order' : 'orders'} will be replaced or marked missing, and ${peopleCount(counts.toNotify)} get the message.${unreachable} This cannot be undone.`;
  return (
    <section aria-label="Start" className="mb-8 flex max-w-3xl flex-col items-start gap-4">
      <p>{consequence}</p>
      {!isExercise && counts.toNotify === 0 ? (
        <Notice tone="info" className="w-full">
          No one needs a message: nothing was sold, everything came back, or the accounts are deleted.
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-start gap-3">
        {confirm ? (
          <ButtonLink to={confirm}>
            Confirm it’s you to {isExercise ? 'finish the exercise' : 'start the recall'}
          </ButtonLink>
        ) : (
          <Confirm
            rank={isExercise ? 'primary' : 'danger'}
            label={isExercise ? 'Finish exercise' : `Start recall, notify ${peopleCount(counts.toNotify)}`}
            busyText="Starting…"
            of=""
            question={isExercise ? 'Finish this exercise?' : 'Start this recall?'}
            consequence={consequence}
            fields={{ intent: 'start', version: String(version) }}
          />
        )}
        <ButtonLink to={`/admin/recalls/${id}/edit`} rank="secondary">
          Edit
        </ButtonLink>
        <Confirm
          label="Delete draft"
          of=""
          question="Delete this draft?"
          consequence="Nothing was sent. Stopped sales stay stopped."
          fields={{ intent: 'delete' }}
        />
      </div>
    </section>
  );
}

/** A draft stops nothing: the lots' own pages stop sales, before the recall starts. */
export function StillOnSale({ lots }: { lots: RecallView['onSale'] }) {
  if (lots.length === 0) return null;
  return (
    <Notice tone="error" className="mb-5 max-w-3xl" title="Still on sale">
      <p>
        Sales stop when the recall starts. To stop them before that, open the lot and press Stop sales now.
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {lots.map(({ id, batch }) => (
          <li key={id}>
            <Link
              to={`/admin/lots/${id}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              Batch {batch}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

export function EndRecall() {
  return (
    <Panel title="End the recall" className="mt-10 max-w-3xl print:hidden">
      <p className="mb-3 text-ink-soft">
        Links in the messages stop taking answers. The lots stay recalled, and the record stays here.
      </p>
      <Confirm
        rank="secondary"
        label="End recall…"
        of=""
        question="End this recall?"
        consequence="Say how it ended and what happened to the units."
        fields={{ intent: 'end' }}
        keep="Cancel"
      >
        <TextAreaField
          label="Note"
          name="note"
          required
          rows={4}
          maxLength={LONGEST_REASON}
          className="w-full text-left"
        />
      </Confirm>
    </Panel>
  );
}
