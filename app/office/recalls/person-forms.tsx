/** Renders the forms of a recall's buyer: the answer they gave by phone, and the units they brought back. */
import { Form, Link, useNavigation } from 'react-router';
import { answerOutcome } from '#core/sales/recalls/recall.ts';
import type { TraceSale } from '#core/sales/recalls/trace.ts';
import { recallAnswers } from '#kernel/statuses.ts';
import { Panel } from '#office/kit/panel.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export function AnswerForm({ current }: { current: string | null }) {
  const { formData } = useNavigation();
  return (
    <Panel title="Answer by phone" className="mb-8">
      <div className="flex flex-wrap gap-3">
        {recallAnswers.map((answer) => (
          <Form key={answer} method="post" preventScrollReset>
            <input type="hidden" name="intent" value="answer" />
            <input type="hidden" name="answer" value={answer} />
            <Button
              type="submit"
              rank="secondary"
              aria-pressed={current === answerOutcome[answer]}
              busy={formData?.get('answer') === answer}
              busyText="Saving…"
            >
              {answerOutcome[answer]}
            </Button>
          </Form>
        ))}
      </div>
    </Panel>
  );
}

export function ReturnForms({
  sales,
  refusal,
}: {
  sales: readonly TraceSale[];
  refusal: { at: string; typed: string; message: string } | undefined;
}) {
  const { formData } = useNavigation();
  return (
    <Panel title="Bought">
      <ul className="divide-y divide-line border-y border-line">
        {sales.map((sale) => {
          const at = `${sale.reservationId} ${sale.lotId}`;
          const left = sale.units - sale.returned;
          const isBusy =
            formData?.get('reservationId') === sale.reservationId &&
            formData.get('lotId') === String(sale.lotId);
          return (
            <li key={at} className="py-3">
              <p className="figures">
                {sale.units} × {sale.product}, batch {sale.batch} · {sale.at}
                {sale.returned > 0 ? ` · ${sale.returned} returned` : ''}
              </p>
              {sale.orderNumber ? (
                <p className="flex flex-wrap gap-x-5">
                  <Link to={`/admin/orders/${sale.orderNumber}`} className={link}>
                    {sale.orderNumber}
                  </Link>
                  <Link to={`/admin/orders/${sale.orderNumber}/refund`} className={link}>
                    Refund<span className="sr-only"> {sale.orderNumber}</span>
                  </Link>
                </p>
              ) : null}
              {left > 0 ? (
                <Form method="post" preventScrollReset className="mt-2 flex flex-wrap items-end gap-3">
                  <input type="hidden" name="intent" value="return" />
                  <input type="hidden" name="reservationId" value={sale.reservationId} />
                  <input type="hidden" name="lotId" value={sale.lotId} />
                  <Field
                    id={`units-${at}`}
                    label={`Units returned, at most ${left}`}
                    name="units"
                    required
                    inputMode="numeric"
                    defaultValue={refusal?.at === at ? refusal.typed : String(left)}
                    errors={refusal?.at === at ? [refusal.message] : undefined}
                    className="w-48"
                  />
                  <Button type="submit" rank="secondary" busy={isBusy} busyText="Saving…">
                    Record
                    <span className="sr-only"> the units of {sale.orderNumber ?? 'this reservation'}</span>
                  </Button>
                </Form>
              ) : (
                <p className="text-ink-soft">All units came back.</p>
              )}
            </li>
          );
        })}
      </ul>
      <p className="mt-3 text-ink-soft">
        Returned units are set aside in their lot and never go back on sale. A refund does not count them
        again.
      </p>
    </Panel>
  );
}
