/** Renders the cart (specification section 2, 'Cart view'). */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CartLine } from '#core/sales/checkout/cart.ts';
import type { CartRules } from '#core/sales/checkout/cart-room.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import { type Cents, formatCents } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import { CartLineRow, removeButtonId } from './cart-line.tsx';
import { learnRules } from './cart-products.ts';
import { removeFromCart, setQuantity } from './cart-store.ts';
import {
  type CartViewLine,
  type CartViewProduct,
  CLOSED_WHILE_PAUSED,
  cartEstimate,
  lineRoom,
  overLimitMessage,
} from './cart-view.ts';
import { useLiveCart } from './use-live-cart.ts';

/** `rules`: how much one person may take, to warn before checkout does. `recent` is shown in an empty cart. */
export function CartContents({
  rules,
  tax,
  isPaused,
  recent,
  ...server
}: {
  lines: CartLine[];
  products: CartViewProduct[];
  rules: CartRules;
  /** The rules in force, and the store-local day, yyyy-mm-dd. */
  tax: { rules: readonly TaxRule[]; day: string };
  /** The shop takes no reservations right now; the top of every page says why. */
  isPaused: boolean;
  recent: ReactNode;
}) {
  const { view, products, live, told, settle } = useLiveCart(server);
  useEffect(() => learnRules(rules), [rules]);
  const heading = useRef<HTMLHeadingElement>(null);
  const [focusNext, setFocusNext] = useState<{ id: string | null } | null>(null);
  const toast = useToast();

  // The pressed button disappears with its line; focus moves to the next line's button, or to the heading.
  useEffect(() => {
    if (!focusNext) return;
    const next = focusNext.id ? document.getElementById(focusNext.id) : null;
    (next ?? heading.current)?.focus();
    setFocusNext(null);
  }, [focusNext]);

  const remove = (line: CartViewLine, index: number) => {
    const neighbour = view.lines[index + 1] ?? view.lines[index - 1];
    const undo = removeFromCart(line.productId);
    settle(line.productId);
    setFocusNext({ id: neighbour ? removeButtonId(neighbour.productId) : null });
    toast.show(`Removed: ${line.name}`, {
      action: {
        label: 'Undo',
        onPress: () => {
          undo();
          setFocusNext({ id: removeButtonId(line.productId) });
        },
      },
    });
  };

  if (view.lines.length === 0) {
    return (
      <>
        <div className="shell py-8">
          <h1 ref={heading} tabIndex={-1} className="sr-only">
            Cart
          </h1>
          <EmptyState
            level={2}
            title="Your cart is empty."
            action={<ButtonLink to="/products">Continue Shopping</ButtonLink>}
          />
        </div>
        {recent}
      </>
    );
  }

  const shown = view.lines.map((line) => ({ line, changes: told.get(line.productId) ?? line.changes }));
  const changed = shown.filter(({ changes }) => changes.length > 0).length;
  const tooMuch = overLimitMessage(view, rules.limits);
  const closed = isPaused
    ? CLOSED_WHILE_PAUSED
    : tooMuch
      ? 'Checkout opens when your cart is within the limit.'
      : view.lines.some((line) => line.available > 0)
        ? null
        : 'Nothing in your cart can be reserved right now.';

  return (
    <div className="shell pt-8 pb-16 max-lg:pb-0 sm:pt-12">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none sm:text-4xl">
          Cart
        </h1>
        <p className="figures text-ink-soft">
          {view.lines.length === 1 ? '1 item' : `${view.lines.length} items`}
        </p>
      </div>
      <div role="status" className="mt-4 empty:hidden">
        {changed > 0 ? (
          <p className="rounded-control border-l-4 border-ochre-400 bg-ochre-100 px-4 py-3 text-sm">
            {changed === 1 ? 'One item in your cart has' : `${changed} items in your cart have`} changed since
            you added {changed === 1 ? 'it' : 'them'}. Please check below.
          </p>
        ) : null}
      </div>
      {tooMuch ? (
        <Notice tone="caution" className="mt-4">
          {tooMuch}
        </Notice>
      ) : null}
      {/* On phones as tall as the screen, so that the bar is at its edge for one item too. */}
      <div className="mt-4 grid gap-x-14 max-lg:min-h-[calc(100dvh-14rem)] max-lg:grid-rows-[auto_1fr_auto] lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ul className="border-t border-line">
          {shown.map(({ line, changes }, index) => (
            <CartLineRow
              key={line.productId}
              line={line}
              isFirst={index === 0}
              changes={changes}
              room={lineRoom(view, products, line, rules)}
              onSet={
                live
                  ? (quantity) => {
                      settle(line.productId);
                      setQuantity(line.productId, quantity, line.available);
                    }
                  : null
              }
              onRemove={live ? () => remove(line, index) : null}
            />
          ))}
        </ul>
        <CartSummary
          subtotal={view.subtotal}
          estimate={cartEstimate(view, products, tax.rules, tax.day)}
          closed={closed}
        />
      </div>
    </div>
  );
}

/**
 * `closed` says why checkout is closed. On wide screens beside the lines and in view; on phones below them, with the
 * total and the action at the bottom edge.
 */
function CartSummary({
  subtotal,
  estimate,
  closed,
}: {
  subtotal: Cents;
  /** null while the server has not answered for a new line. */
  estimate: { tax: Cents; total: Cents } | null;
  closed: string | null;
}) {
  const goOn = (
    <ButtonLink to="/products" rank="quiet" className="w-full">
      Continue Shopping
    </ButtonLink>
  );
  const checkout =
    closed === null ? (
      <ButtonLink to="/checkout" size="large" className="grow lg:mt-5 lg:w-full">
        Checkout
      </ButtonLink>
    ) : (
      <Notice tone="caution" className="w-full lg:mt-3">
        {closed}
      </Notice>
    );
  return (
    <>
      <section
        aria-label="Summary"
        className="self-start py-5 lg:sticky lg:top-28 lg:rounded-surface lg:bg-cream lg:p-6"
      >
        <dl className="figures grid gap-2">
          <Amount label="Subtotal" amount={subtotal} />
          {estimate ? <Amount label="Estimated Tax" amount={estimate.tax} /> : null}
          {estimate ? <Amount label="Estimated Total" amount={estimate.total} isTotal /> : null}
        </dl>
        <p className="mt-1 text-xs text-ink-soft lg:text-sm">
          {estimate ? 'Taxes calculated at checkout; this is an estimate.' : 'Taxes calculated at checkout'}
        </p>
        <div className="hidden lg:block">{checkout}</div>
        <div className="mt-4 lg:mt-2">{goOn}</div>
      </section>
      <div data-bottom-bar className="bottom-bar flex flex-wrap items-center gap-x-5 gap-y-3 lg:hidden">
        <p>
          <span className="block text-sm leading-snug font-medium">
            {estimate ? 'Estimated Total' : 'Subtotal'}
          </span>
          <span className="figures text-xl font-semibold">{formatCents(estimate?.total ?? subtotal)}</span>
        </p>
        {checkout}
      </div>
    </>
  );
}

function Amount({ label, amount, isTotal = false }: { label: string; amount: Cents; isTotal?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className={isTotal ? 'font-semibold' : 'text-sm'}>{label}</dt>
      <dd className={isTotal ? 'ml-auto text-xl font-semibold' : 'ml-auto text-sm'}>{formatCents(amount)}</dd>
    </div>
  );
}
