/** Renders the cart (specification section 2, 'Cart view'). */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CartLine } from '#core/checkout/cart.ts';
import type { LimitSettings } from '#core/compliance/purchase-limits.ts';
import { formatCents } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import { CartLineRow, removeButtonId } from './cart-line.tsx';
import { removeFromCart, setQuantity } from './cart-store.ts';
import {
  type CartViewLine,
  type CartViewProduct,
  CLOSED_WHILE_PAUSED,
  overLimitMessage,
} from './cart-view.ts';
import { useLiveCart } from './use-live-cart.ts';

/** `limits`: how much one person may take, to warn before checkout does. `recent` is shown in an empty cart. */
export function CartPage({
  limits,
  isPaused,
  recent,
  ...server
}: {
  lines: CartLine[];
  products: CartViewProduct[];
  limits: LimitSettings;
  /** The shop takes no reservations right now; the top of every page says why. */
  isPaused: boolean;
  recent: ReactNode;
}) {
  const { view, live, told, settle } = useLiveCart(server);
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
  const tooMuch = overLimitMessage(view, limits);
  const closed = isPaused
    ? CLOSED_WHILE_PAUSED
    : tooMuch
      ? 'Checkout opens when your cart is within the limit.'
      : view.lines.some((line) => line.available > 0)
        ? null
        : 'Nothing in your cart can be reserved right now.';

  return (
    <div className="shell pt-8 pb-16 sm:pt-12">
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none sm:text-4xl">
        Cart
        <span className="figures ml-3 font-sans text-base font-normal tracking-normal text-ink-soft">
          {view.lines.length === 1 ? '1 item' : `${view.lines.length} items`}
        </span>
      </h1>
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
      <div className="mt-4 grid gap-x-14 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ul className="border-t border-line">
          {shown.map(({ line, changes }, index) => (
            <CartLineRow
              key={line.productId}
              line={line}
              changes={changes}
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
        <CartSummary subtotal={formatCents(view.subtotal)} closed={closed} />
      </div>
    </div>
  );
}

/** `closed` says why checkout is closed. At the bottom edge on phones; beside the lines and in view on wide screens. */
function CartSummary({ subtotal, closed }: { subtotal: string; closed: string | null }) {
  const goOn = (
    <ButtonLink to="/products" rank="quiet" className="w-full">
      Continue Shopping
    </ButtonLink>
  );
  return (
    <>
      <section
        aria-label="Summary"
        data-bottom-bar
        className="sticky bottom-0 z-10 mx-[calc(-1*var(--edge))] self-start border-t border-line bg-paper px-(--edge) py-3 lg:top-28 lg:bottom-auto lg:mx-0 lg:rounded-surface lg:border-0 lg:bg-cream lg:p-6"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 lg:block">
          <div>
            <dl className="flex flex-wrap items-baseline justify-between gap-x-2.5 lg:gap-x-4">
              <dt className="text-sm font-medium lg:text-base">Subtotal</dt>
              <dd className="figures text-xl font-semibold">{subtotal}</dd>
            </dl>
            <p className="text-xs text-ink-soft lg:mt-0.5 lg:text-sm">Taxes calculated at checkout</p>
          </div>
          {closed === null ? (
            <ButtonLink to="/checkout" size="large" className="grow lg:mt-5 lg:w-full">
              Checkout
            </ButtonLink>
          ) : (
            <Notice tone="caution" className="w-full lg:mt-3">
              {closed}
            </Notice>
          )}
        </div>
        <div className="mt-2 hidden lg:block">{goOn}</div>
      </section>
      <div className="mt-4 lg:hidden">{goOn}</div>
    </>
  );
}
