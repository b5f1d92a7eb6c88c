/**
 * Renders everything about an order's receipt in one menu: print, download, generate, and the stored ones. Until money
 * is taken it is an order slip.
 */
import type { ReactNode } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { buttonClass } from '#ui/button.tsx';
import { ChevronDown, ReceiptText } from '#ui/icons.ts';
import type { ManagedOrder } from './managed-order-queries.server.ts';
import type { StoredReceipt } from './stored-receipts-queries.server.ts';

const words = {
  receipt: 'Receipt',
  slip: 'Order slip',
  failed: 'Failed to generate; will retry',
  waiting: 'Generating',
};

const item = 'flex min-h-11 w-full items-center rounded-control px-3 text-left hover:bg-cream';

export function ReceiptMenu({
  order,
  receipts,
  path,
}: {
  order: ManagedOrder;
  receipts: readonly StoredReceipt[];
  path: string;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'receipt';
  const isCompleted = order.status.value === 'completed';
  const name = order.isPaid ? 'receipt' : 'slip';
  return (
    <details className="relative">
      <summary className={buttonClass('secondary', 'small', 'min-h-11 list-none')}>
        <ReceiptText aria-hidden="true" className="size-4" /> {words[name]}
        <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      <div className="absolute right-0 z-3 mt-1 w-72 max-w-[calc(100vw-2rem)] rounded-surface bg-surface p-2 shadow-lg inset-ring inset-ring-line max-sm:right-auto max-sm:left-0">
        <ul>
          {isCompleted ? (
            <>
              <Item>
                <Link to={`${path}/receipt`} className={item}>
                  Print receipt
                </Link>
              </Item>
              <Item>
                <a href={`/orders/${order.number}/receipt.pdf`} className={item}>
                  Download PDF
                </a>
              </Item>
            </>
          ) : null}
          {(['80', '58'] as const).map((width) => (
            <Item key={width}>
              <a
                href={`/counter/orders/${order.number}/roll.pdf?width=${width}`}
                target="_blank"
                rel="noreferrer"
                className={item}
              >
                {words[name]} for {width} mm paper
              </a>
            </Item>
          ))}
          <Item>
            <Form method="post" action={path} preventScrollReset>
              <button
                type="submit"
                name="intent"
                value="receipt"
                aria-disabled={isBusy || undefined}
                className={item}
              >
                {isBusy ? 'Generating…' : `Generate ${words[name].toLowerCase()}`}
              </button>
            </Form>
          </Item>
        </ul>
        <p className="mt-2 border-t border-line px-3 pt-3 text-xs text-ink-soft">
          {receipts.length === 0 ? 'None stored yet.' : 'Stored'}
        </p>
        <ul className="figures">
          {receipts.map(({ id, at, state }) => (
            <Item key={id}>
              {state === 'receipt' || state === 'slip' ? (
                <a href={`${path}/receipts/${id}`} className={item}>
                  {words[state]}, {at}
                </a>
              ) : (
                <span className={`px-3 ${state === 'failed' ? 'text-clay-700' : 'text-ink-soft'}`}>
                  {words[state]}, {at}
                </span>
              )}
            </Item>
          ))}
        </ul>
      </div>
    </details>
  );
}

const Item = ({ children }: { children: ReactNode }) => <li>{children}</li>;
