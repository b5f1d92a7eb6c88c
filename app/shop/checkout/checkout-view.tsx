/**
 * Renders checkout (specification section 2): birth date if needed, pickup time, money, what to bring, 'Reserve Items'.
 */
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Link, useNavigation } from 'react-router';
import { isTyped, type OrderNotesTyped } from '#core/sales/orders/order-notes.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { SlotPicker } from '#shop/kit/slot-picker.tsx';
import { WhatToBring } from '#shop/kit/what-to-bring.tsx';
import { checkoutOf } from '#shop/orders/checkout-of.ts';
import { OrderNotesFields } from '#shop/orders/order-notes-fields.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import { type Refusal, type Typed, totalToSend } from './checkout-form.ts';
import type { CheckoutView } from './checkout-queries.server.ts';
import { allRefused, CheckoutWays, summaryOf } from './checkout-refusal.tsx';
import { OrderSummary, ShortSummary } from './order-summary.tsx';
import { useTypedDetails } from './typed-details.ts';
import { YourDetails } from './your-details.tsx';

export function CheckoutPage({
  view,
  slot,
  notes,
  attempt,
  typed,
  refusal: given,
  details,
}: {
  view: CheckoutView;
  /** The pickup time chosen before, an ISO instant. */
  slot: string | null;
  /** Typed before, in this browser. */
  notes: OrderNotesTyped;
  /** UUID of this attempt: a repeated press makes no second order. */
  attempt: string;
  typed: Typed | null;
  refusal: Refusal | null;
  /** What a guest typed about themselves. */
  details: FormRefusal | null;
}) {
  const isBusy = useNavigation().formAction?.startsWith('/checkout') ?? false;
  const closedId = useId();
  const form = useRef<HTMLFormElement>(null);
  useTypedDetails(form, view.isGuest, view.lines.length > 0);
  /** The refusal that the customer has since resolved by choosing a time: hide it. */
  const [answered, setAnswered] = useState<Refusal | null>(null);
  const refusal = given === answered ? null : given;
  /**
   * Outlives the picker, which is removed while the cart is empty: a customer who refills the cart finds their time
   * selected.
   */
  const [picked, setPicked] = useState<string | null>(null);
  const hasBirthDate = view.asksBirthDate || view.isGuest;
  const summary = useMemo(() => allRefused(refusal, details, hasBirthDate), [refusal, details, hasBirthDate]);
  const noted = typed ?? notes;
  const chosen = picked ?? typed?.slotStartsAt ?? slot;
  if (view.lines.length === 0) {
    return given?.offersAgain && typed ? (
      <ReservedAlready attempt={attempt} typed={typed} refusal={given} isBusy={isBusy} />
    ) : (
      <NothingToReserve view={view} refusal={given} />
    );
  }
  // Do not repeat what the refusal's summary already says.
  const closed = view.closed.filter((words) => words !== refusal?.message);
  const errorOf = (field: Refusal['field']) => (refusal?.field === field ? refusal.message : null);
  const closedBy = closed.length > 0 ? closedId : undefined;
  const { total, isBarred } = view;
  const button = { total, isBarred, isBusy, isClosed: view.closed.length > 0, closedBy };
  const action = checkoutOf(view.reservationIds);

  return (
    <div className="shell pt-8 pb-16 sm:pt-12">
      <h1 className="text-3xl sm:text-4xl">Checkout</h1>
      <p className="mt-2 text-ink-soft">
        Reserve now, pay in cash when you pick up. Nothing is charged online.
      </p>
      {view.reserved === null ? null : (
        <Notice tone="success" className="mt-4">
          <p className="figures">{view.reserved}</p>
        </Notice>
      )}
      <CheckedForm
        formRef={form}
        action={action}
        refusal={summary}
        focus="summary"
        ways={
          refusal ? (
            <CheckoutWays refusal={refusal} isBusy={isBusy} asksBirthDate={hasBirthDate} />
          ) : undefined
        }
        onChange={({ target }) => {
          if (!(target instanceof HTMLInputElement) || target.name !== 'slot') return;
          setPicked(target.value);
          if (given?.field === 'pickup') setAnswered(given);
        }}
        className="mt-6 flex flex-col gap-6"
      >
        <input type="hidden" name="key" value={attempt} />
        <input type="hidden" name="lines" value={view.input} />
        <input type="hidden" name="expectedTotal" value={totalToSend(view, typed)} />
        {view.reservationIds.map((id) => (
          <input key={id} type="hidden" name="reservation" value={id} />
        ))}

        {closed.length > 0 ? (
          <Notice
            id={closedId}
            tone="caution"
            title={view.isBarred ? 'You cannot reserve these items' : 'Nothing can be reserved right now'}
          >
            {closed.map((words) => (
              <p key={words} className="mt-1">
                {words}
              </p>
            ))}
            {view.isBarred ? (
              <p className="mt-1">
                If this is wrong, call us at {view.store.phone} or show your ID at the store.
              </p>
            ) : null}
            <Link to="/cart" className="inline-flex min-h-11 items-center underline underline-offset-4">
              Back to the cart
            </Link>
          </Notice>
        ) : null}
        {view.leftOut.length > 0 && !refusal?.offersRest ? (
          <Notice tone="caution" title="Not included: no longer available">
            {view.leftOut.join(', ')}
          </Notice>
        ) : null}

        <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid content-start gap-10">
            {view.asksBirthDate ? (
              <section aria-labelledby="about-you">
                <h2 id="about-you" className="mb-3 text-xl">
                  About you
                </h2>
                <Field
                  label="Date of Birth"
                  type="date"
                  name="birthDate"
                  autoComplete="bday"
                  required
                  min="1900-01-01"
                  max={view.today}
                  defaultValue={typed?.birthDate ?? ''}
                  hint={`${view.store.minimumAge}+ required for purchase. We save it with your profile and ask only once.`}
                  errors={asList(errorOf('birthDate'))}
                  className="max-w-xs"
                />
              </section>
            ) : null}
            {view.isBarred ? null : (
              <>
                <ShortSummary view={view} />
                <SlotPicker
                  days={view.days}
                  chosen={chosen}
                  error={errorOf('pickup')}
                  phone={view.store.phone}
                  announced={view.announced}
                />
                <OrderNotesFields typed={noted} isOpen={isTyped(noted)} errors={details?.errors} />
                {view.isGuest ? <YourDetails refusal={details ?? undefined} slot={chosen} /> : null}
                <WhatToBring store={view.store} total={view.total} />
              </>
            )}
          </div>
          <div className="grid content-start gap-4 lg:sticky lg:top-28 lg:self-start">
            <OrderSummary view={view} />
            <ReserveButton {...button} className="hidden lg:block" />
            <p className="text-xs text-ink-soft">
              Tax is an estimate; you pay the total on the receipt at the counter. You can cancel until we
              start packing.
            </p>
          </div>
        </div>
        <ReserveButton {...button} atEdge className="bottom-bar mt-2 lg:hidden" />
      </CheckedForm>
    </div>
  );
}

const asList = (message: string | null) => (message === null ? undefined : [message]);

/**
 * Rendered twice, beside the money on wide screens and at the bottom edge on phones; only one is visible. Not for people who
 * may not reserve.
 */
function ReserveButton({
  total,
  isBarred,
  isBusy,
  isClosed,
  closedBy,
  atEdge = false,
  className,
}: {
  total: number;
  isBarred: boolean;
  isBusy: boolean;
  isClosed: boolean;
  /** The id of the text that says why it is closed, unless the refusal's summary says it. */
  closedBy: string | undefined;
  atEdge?: boolean;
  className: string;
}) {
  if (isBarred) return null;
  return (
    <div data-bottom-bar={atEdge || undefined} className={className}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-5">
        <p className="lg:hidden">
          <span className="block text-sm leading-snug font-medium">Total</span>
          <span className="figures text-xl font-semibold">{formatCents(cents(total))}</span>
        </p>
        <Button
          type="submit"
          size="large"
          busy={isBusy}
          busyText="Processing…"
          disabled={isClosed}
          aria-describedby={closedBy}
          className="grow max-sm:px-3"
        >
          Reserve Items
        </Button>
      </div>
    </div>
  );
}

/** The order just made has emptied the cart: the question is shown by itself, with the submitted values. */
function ReservedAlready({
  attempt,
  typed,
  refusal,
  isBusy,
}: {
  attempt: string;
  typed: Typed;
  refusal: Refusal;
  isBusy: boolean;
}) {
  const summary = useMemo(() => summaryOf(refusal, false), [refusal]);
  return (
    <div className="shell max-w-2xl py-12">
      <h1 className="mb-6 text-3xl sm:text-4xl">Checkout</h1>
      <CheckedForm
        action="/checkout"
        refusal={summary}
        focus="summary"
        ways={<CheckoutWays refusal={refusal} isBusy={isBusy} asksBirthDate={false} />}
      >
        <input type="hidden" name="key" value={attempt} />
        <input type="hidden" name="lines" value={typed.lines} />
        <input type="hidden" name="slot" value={typed.slotStartsAt ?? ''} />
        <input type="hidden" name="birthDate" value={typed.birthDate ?? ''} />
        <input type="hidden" name="customerNote" value={typed.customerNote} />
        <input type="hidden" name="pickupName" value={typed.pickupName} />
      </CheckedForm>
    </div>
  );
}

function NothingToReserve({ view, refusal }: { view: CheckoutView; refusal: Refusal | null }) {
  const wasLeftOut = view.leftOut.length > 0;
  let reason: ReactNode = null;
  if (wasLeftOut) reason = <p>{view.leftOut.join(', ')}: no longer available.</p>;
  else if (refusal && refusal.message !== 'Your cart is empty.')
    reason = <p role="alert">{refusal.message}</p>;
  return (
    <div className="shell py-8">
      <h1 className="sr-only">Checkout</h1>
      <EmptyState
        level={2}
        title={wasLeftOut ? 'Nothing in your cart can be reserved right now.' : 'Your cart is empty.'}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to={wasLeftOut ? '/cart' : '/products'}>
              {wasLeftOut ? 'Back to the cart' : 'Continue Shopping'}
            </ButtonLink>
            {/* A customer who goes back after reserving is looking for their reservation. */}
            <ButtonLink to="/orders" rank="secondary">
              Your Orders
            </ButtonLink>
          </div>
        }
      >
        {reason}
      </EmptyState>
    </div>
  );
}
