/** Renders an exchange before it is done: both halves, the difference, the ID where one is needed, the cash. */
import { Link, useNavigation } from 'react-router';
import { dueWords, owedOf } from '#core/sales/orders/exchange/exchange.ts';
import type { ShownExchange } from '#core/sales/orders/exchange/exchange-queries.server.ts';
import type { RefundableOrder } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { CashField } from '../hand-over/cash-field.tsx';
import { IdCheckFields } from '../hand-over/id-check-fields.tsx';
import type { CounterAnswer } from '../hand-over/scanned-id.ts';
import { useReadingFirst } from '../hand-over/use-reading.ts';
import type { ShownApprover } from '../kit/approvers-queries.server.ts';
import { YesFields } from '../kit/yes-fields.tsx';

type Props = {
  order: RefundableOrder;
  exchange: ShownExchange;
  approvers: readonly ShownApprover[];
  minimumAge: number;
  homeState: string;
  attempt: string;
  answer: CounterAnswer | undefined;
};

export function ExchangeForm({ order, exchange, approvers, minimumAge, homeState, attempt, answer }: Props) {
  const sent = useNavigation().formData;
  const refuseWhileReading = useReadingFirst();
  const { due } = exchange;
  const values = answer?.values ?? {};
  const errors = answer?.errors ?? {};
  const money = (amount: number) => formatCents(cents(amount));
  const row = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5';
  // More back than staff may return: the refusal says so first.
  const asksYes = due < 0 && approvers.length > 0 && answer !== undefined && values.filledBy !== 'scan';
  return (
    <CheckedForm
      refusal={answer}
      focus="summary"
      onSubmit={refuseWhileReading}
      className="flex flex-col gap-5"
    >
      <input type="hidden" name="key" value={attempt} />
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="due" value={due} />
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <div className="flex min-w-0 flex-col gap-5">
          <dl className="figures divide-y divide-line border-y border-line">
            <div className={row}>
              <dt className="wrap-anywhere">
                Comes back: {exchange.back.quantity} × {exchange.backName}
                <span className="block text-sm text-ink-soft">
                  {exchange.backIsWaste ? 'It is waste: put it there.' : 'It goes back to stock.'}
                </span>
              </dt>
              <dd>−{money(exchange.returned)}</dd>
            </div>
            <div className={row}>
              <dt className="wrap-anywhere">
                Goes out: {exchange.out.quantity} × {exchange.outName}
                {exchange.take.map(({ batchNumber, shelfPlace, units }) => (
                  <span key={batchNumber} className="block text-sm font-medium">
                    Take {units} of batch {batchNumber}
                    {shelfPlace ? `, ${shelfPlace}` : ''}
                  </span>
                ))}
              </dt>
              <dd>{money(exchange.price)}</dd>
            </div>
          </dl>
          {exchange.missing > 0 ? (
            <Notice tone="error">
              {exchange.missing} of {exchange.outName} are not there.
            </Notice>
          ) : null}
          <p>
            <Link
              to={`/counter/orders/${order.number}/exchange?back=${exchange.back.itemId}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              Choose again
            </Link>
          </p>
          {exchange.needsId ? (
            <IdCheckFields
              holder={order.customer}
              homeState={homeState}
              minimumAge={minimumAge}
              values={values}
              errors={errors}
              scan={answer?.scan}
              scanned={answer?.scanned ?? null}
            />
          ) : (
            <Notice tone="success">The ID was checked today. Exchange with the same person only.</Notice>
          )}
          <Field
            label="What was wrong"
            name="reason"
            maxLength={300}
            autoComplete="off"
            required
            defaultValue={values.reason}
            errors={errors.reason}
          />
          {asksYes ? <YesFields approvers={approvers} refusal={answer} isRequired={false} /> : null}
        </div>
        <div className="flex flex-col gap-4 rounded-surface bg-cream p-4 md:sticky md:top-4">
          {due > 0 ? (
            <CashField
              order={null}
              owed={owedOf(due)}
              rounding={0}
              isPaid={false}
              typed={values.cashReceived ?? ''}
              errors={errors.cashReceived}
            />
          ) : (
            <p className="figures font-display text-3xl">{dueWords(due)}</p>
          )}
          <Button
            type="submit"
            size="large"
            className="min-h-16 w-full text-lg"
            busy={sent !== undefined && !sent.has('readBarcode')}
            busyText="Exchanging…"
          >
            Exchange
          </Button>
        </div>
      </div>
    </CheckedForm>
  );
}
