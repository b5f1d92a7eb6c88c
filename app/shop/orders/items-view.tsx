/** Renders an order's items with their quantities, what to add, and the new total, all before anything is saved. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigation } from 'react-router';
import {
  baseQuantity,
  fieldsOf,
  type ItemsDraft,
  openDraft,
  quoteDraft,
  setLine,
} from '#core/sales/orders/items-change/items-draft.ts';
import type { EditedLine } from '#core/sales/orders/order-edit.ts';
import { type Cents, cents, formatCents } from '#kernel/money.ts';
import { aboutInCash } from '#shop/kit/what-to-bring.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SaveForm } from '#ui/form/save-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { AddItems } from './add-items.tsx';
import type { ItemsAnswer } from './answer-change.server.ts';
import type { AddingRefusal, ChangeableOrder } from './changeable-order-queries.server.ts';
import { ItemRow } from './item-row.tsx';

const FORM_ID = 'items';

export function ItemsPage({ order, answer }: { order: ChangeableOrder; answer: ItemsAnswer | undefined }) {
  const { draft, lines, set } = useDraft(order, answer);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that added an item is gone.
  const isAdded = answer?.added !== undefined;
  useEffect(() => {
    if (isAdded) heading.current?.focus({ preventScroll: true });
  }, [isAdded]);
  const money = quoteDraft(draft.items, lines, order.tax);
  const quantityOf = (productId: number) => lines.find((line) => line.productId === productId)?.quantity ?? 0;
  const isChanged = lines.some(({ productId, quantity }) => quantity !== baseQuantity(draft, productId));
  const isEmpty = lines.every(({ quantity }) => quantity === 0);
  const sent = (
    <>
      {Object.entries(fieldsOf(lines)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 pb-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        {order.noAdding && !answer?.refusal ? <NoAdding order={order} why={order.noAdding} /> : null}
        <SaveForm
          id={FORM_ID}
          refusal={answer?.refusal}
          version={draft.version}
          base={draft.base}
          preventScrollReset
          ways={answer?.way ? <WayOn {...answer.way} /> : null}
        >
          <UnsavedMark isChanged={isChanged} />
          {sent}
          <input type="hidden" name="expectedTotal" value={money.total} />
          <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
            Items
          </h2>
          <p role="status" className="sr-only">
            {answer?.added ? `Added: ${answer.added}` : ''}
          </p>
          <ul className="mt-3 border-t border-line">
            {draft.items.map((item) => (
              <ItemRow
                key={item.productId}
                item={item}
                quantity={quantityOf(item.productId)}
                before={baseQuantity(draft, item.productId)}
                mayAdd={order.noAdding === null}
                onSet={set}
              />
            ))}
          </ul>
        </SaveForm>
        {order.noAdding ? null : (
          <AddItems draft={draft} found={answer?.found} quantityOf={quantityOf}>
            {sent}
          </AddItems>
        )}
      </div>
      <Summary
        order={order}
        subtotal={money.subtotal}
        tax={money.tax}
        total={money.total}
        isChanged={isChanged}
        isEmpty={isEmpty}
      />
    </div>
  );
}

/**
 * The quantities as the customer changes them. A live update of the page must not touch them, so they start from the
 * first load and change with each answer.
 */
function useDraft(order: ChangeableOrder, answer: ItemsAnswer | undefined) {
  const [held, setHeld] = useState(() => {
    const draft = answer?.draft ?? openDraft(order);
    return { answer, draft, lines: draft.lines };
  });
  const isNew = answer !== undefined && answer !== held.answer;
  const now = isNew ? { answer, draft: answer.draft, lines: answer.draft.lines } : held;
  if (isNew) setHeld(now);
  const set = (line: EditedLine) => setHeld((before) => ({ ...before, lines: setLine(before.lines, line) }));
  const { draft, lines }: { draft: ItemsDraft; lines: readonly EditedLine[] } = now;
  return { draft, lines, set };
}

/** Tells the form that it has unsaved changes: quantities change by buttons, which a form does not notice. */
function UnsavedMark({ isChanged }: { isChanged: boolean }) {
  const mark = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isChanged) mark.current?.dispatchEvent(new Event('change', { bubbles: true }));
  }, [isChanged]);
  return <input ref={mark} type="hidden" />;
}

/** Said before anything is chosen, not when it is saved. */
function NoAdding({ order, why }: { order: ChangeableOrder; why: AddingRefusal }) {
  return (
    <Notice tone="caution" title="Nothing can be added">
      {why.message}
      {why.kind === 'too-close' ? <WayOn to={`/orders/${order.number}/move`} label="Move pickup" /> : null}
    </Notice>
  );
}

function WayOn({ to, label }: { to: string; label: string }): ReactNode {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
      {label}
    </Link>
  );
}

/** Beside the items on wide screens; on phones below them, with total and button at the bottom edge. */
function Summary({
  order,
  subtotal,
  tax,
  total,
  isChanged,
  isEmpty,
}: {
  order: ChangeableOrder;
  subtotal: Cents;
  tax: Cents;
  total: Cents;
  isChanged: boolean;
  isEmpty: boolean;
}) {
  const back = `/orders/${order.number}`;
  const isBusy = useNavigation().formData?.get('intent') === 'save';
  const save = (className: string) => (
    <Button
      type="submit"
      form={FORM_ID}
      name="intent"
      value="save"
      busy={isBusy}
      busyText="Saving…"
      className={className}
    >
      Save changes
    </Button>
  );
  return (
    <>
      <section aria-labelledby="summary" className="rounded-surface bg-cream p-5 sm:p-6 lg:sticky lg:top-28">
        <h2 id="summary" className="text-xl">
          {isChanged ? 'New total' : 'Total'}
        </h2>
        {isEmpty ? (
          <Notice tone="caution" className="mt-3" title="An order needs at least one item.">
            <WayOn to={`${back}#cancel`} label="Cancel the order instead" />
          </Notice>
        ) : (
          <>
            <dl className="figures mt-3 grid gap-2 text-sm">
              <Row label="Subtotal" amount={subtotal} />
              <Row label="Estimated Tax" amount={tax} />
              <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 text-base">
                <dt className="font-semibold">Total</dt>
                <dd className="ml-auto text-xl font-semibold">{formatCents(total)}</dd>
              </div>
            </dl>
            <p className="figures mt-1 text-right text-sm">{`Bring ${aboutInCash(total)}.`}</p>
          </>
        )}
        {isChanged ? (
          <p className="figures mt-1 text-right text-sm text-ink-soft">
            {`It was ${formatCents(cents(order.total))}.`}
          </p>
        ) : null}
        {save('mt-5 hidden w-full lg:block')}
        <ButtonLink to={back} rank="quiet" className="mt-2 w-full">
          Cancel
        </ButtonLink>
      </section>
      <div data-bottom-bar className="bottom-bar flex flex-wrap items-center gap-x-5 gap-y-3 lg:hidden">
        <p>
          <span className="block text-sm leading-snug font-medium">{isChanged ? 'New total' : 'Total'}</span>
          <span className="figures text-xl font-semibold">{formatCents(total)}</span>
        </p>
        {save('grow')}
      </div>
    </>
  );
}

function Row({ label, amount }: { label: string; amount: Cents }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>{formatCents(amount)}</dd>
    </div>
  );
}
