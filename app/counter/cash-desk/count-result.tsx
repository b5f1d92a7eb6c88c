/** Renders what a count came to, with the forms that close the drawer by it or count once more. */
import { Link, useNavigation } from 'react-router';
import { varianceWords } from '#core/sales/cash-desk/drawer.ts';
import type { DrawerCount, DrawerView } from '#core/sales/cash-desk/drawer-queries.server.ts';
import type { TabletsOfDay } from '#core/sales/cash-desk/tablets-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ShownApprover } from '../kit/approvers-queries.server.ts';
import { WithoutField } from '../network/tablets-notice.tsx';
import { CountForm, NextField } from './count-form.tsx';

export function CountResult({
  drawer,
  count,
  noteAbove,
  tablets,
  approvers,
  attempt,
  answer,
}: {
  drawer: NonNullable<DrawerView['open']>;
  count: DrawerCount;
  /** Cents. */
  noteAbove: number;
  tablets: TabletsOfDay;
  approvers: readonly ShownApprover[];
  attempt: string;
  answer: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'close';
  const refusal = answer?.values.intent === 'close' ? answer : undefined;
  const money = (amount: number) => formatCents(cents(amount));
  return (
    <>
      <section aria-label="The count" className="mb-6 rounded-surface bg-cream px-5 py-5 sm:px-8">
        <p className="figures font-display text-5xl">{varianceWords(count.amount - count.expected)}</p>
        <p className="figures mt-3">
          {money(count.amount)} counted, {money(count.expected)} expected
        </p>
        <p className="figures text-ink-soft">
          {count.by}, {count.at}
        </p>
        {count.expected < 0 ? (
          <p className="mt-3">
            More went out of this drawer than was in it. Look for a wrong amount in the{' '}
            <Link
              to="/counter/cash"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              cash drawer
            </Link>
            , reverse it, and count again.
          </p>
        ) : null}
      </section>
      <CheckedForm refusal={refusal} className="flex flex-col gap-5">
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="sessionId" value={drawer.id} />
        <input type="hidden" name="countId" value={count.id} />
        <TextAreaField
          label="Note"
          name="note"
          rows={2}
          maxLength={500}
          required={count.needsNote}
          hint={
            count.needsNote
              ? `Required above ${money(noteAbove)}: what happened, or that you do not know.`
              : undefined
          }
          defaultValue={refusal?.values.note}
          errors={refusal?.errors.note}
        />
        <NextField
          drawer={drawer}
          chosen={refusal?.values.next ?? count.nextId ?? ''}
          errors={refusal?.errors.next}
        />
        <WithoutField {...{ tablets, approvers, refusal }} />
        <Button
          type="submit"
          size="large"
          busy={isBusy}
          busyText="Closing…"
          className="min-h-14 self-start text-lg"
        >
          Close with this count
        </Button>
      </CheckedForm>
      {count.mayCountAgain ? (
        <details
          open={answer?.values.intent === 'count' || undefined}
          className="mt-8 border-t border-line pt-2"
        >
          <summary className="inline-flex min-h-12 cursor-pointer items-center font-medium text-spruce-700">
            Count again
          </summary>
          <p className="measure mb-4 text-ink-soft">You can count once more. Both counts stay on record.</p>
          <CountForm
            drawer={drawer}
            tablets={tablets}
            approvers={approvers}
            attempt={attempt}
            answer={answer}
            next={count.nextId}
          />
        </details>
      ) : (
        <>
          {answer?.values.intent === 'count' && answer.message ? (
            <Notice tone="caution" className="mt-6">
              {answer.message}
            </Notice>
          ) : null}
          <p className="mt-6 text-ink-soft">This drawer was counted twice. Both counts are on record.</p>
        </>
      )}
    </>
  );
}
