/**
 * Renders bulk changes on the orders page: the actions, the confirmation if no script asked for it, and each order's
 * outcome.
 */
import { useEffect, useRef } from 'react';
import { Form, Link } from 'react-router';
import { type BulkWords, needsReason } from '#core/sales/orders/order-status.ts';
import { Button } from '#ui/button.tsx';
import type { BulkAction } from '#ui/data-table/bulk-bar.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { bulkSteps, ordersLabel, PICK_LIST, stepTo } from './bulk-steps.ts';

/** The selection to confirm: `numbers` formatted for people. */
export type BulkAsk = { to: string; ids: string[]; query: string; error: string | null };

const link = 'inline-flex min-h-11 min-w-11 items-center text-spruce-700 underline underline-offset-4';

export function BulkDone({ outcome }: { outcome: BulkWords }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="mb-5">
      <Notice tone={outcome.others.length > 0 ? 'caution' : 'success'} title={outcome.title}>
        {outcome.changed.length > 0 ? (
          <p className="figures flex flex-wrap gap-x-3">
            {outcome.changed.map((number) => (
              <Link key={number} to={`/admin/orders/${number}`} className={link}>
                {number}
              </Link>
            ))}
          </p>
        ) : null}
        {outcome.others.length > 0 ? (
          <>
            <p className="mt-2 font-semibold">Not changed:</p>
            <ul>
              {outcome.others.map(({ orderId, why, isShort }) => (
                <li key={orderId}>
                  <Link to={`/admin/orders/${orderId}`} className={`figures ${link}`}>
                    {orderId}
                  </Link>{' '}
                  {why}{' '}
                  {isShort ? (
                    <Link to={`/admin/orders/${orderId}/edit`} className={link}>
                      Edit<span className="sr-only"> {orderId}</span>
                    </Link>
                  ) : null}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </Notice>
    </div>
  );
}

export function BulkQuestion({ ask }: { ask: BulkAsk }) {
  const step = stepTo(ask.to);
  if (!step?.asks) return null;
  return (
    <Notice tone="caution" className="mb-5" title={step.asks.question(ordersLabel(ask.ids.length))}>
      <p>{step.asks.consequence}</p>
      <Form method="post" className="mt-3 flex flex-wrap items-end gap-3">
        <input type="hidden" name="query" value={ask.query} />
        {ask.ids.map((id) => (
          <input key={id} type="hidden" name="ids" value={id} />
        ))}
        {needsReason(step.to) ? <ReasonField errors={ask.error ? [ask.error] : undefined} /> : null}
        <Button
          type="submit"
          name="confirmed"
          value={step.to}
          rank={step.to === 'cancelled' ? 'danger' : 'primary'}
        >
          {step.label}
        </Button>
      </Form>
    </Notice>
  );
}

function ReasonField({ errors }: { errors?: readonly string[] }) {
  return (
    <Field
      label="Reason"
      id="bulk-reason"
      name="reason"
      required
      maxLength={400}
      errors={errors}
      className="w-full"
    />
  );
}

export const bulkActions: readonly BulkAction[] = [
  { intent: PICK_LIST, label: 'Print pick list' },
  ...bulkSteps.map(
    ({ to, label, asks }): BulkAction => ({
      intent: to,
      label,
      ...(to === 'cancelled' ? { label: `${label}…`, rank: 'danger' } : {}),
      ...(asks ? { asks: { ...asks, label, fields: needsReason(to) ? <ReasonField /> : null } } : {}),
    }),
  ),
];
