/** Renders an open order at the counter: who it is for, what is in the way, what to hand over, the form, the refusal. */
import { useMemo, useState } from 'react';
import { Form } from 'react-router';
import { CustomerNotes } from '#core/sales/orders/ui/customer-notes.tsx';
import { PickupNameForm } from '#core/sales/orders/ui/pickup-name-form.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CounterOrder } from '../day/counter-order.ts';
import { NoDrawerNotice } from '../kit/no-drawer-notice.tsx';
import { HandOverForm } from './hand-over-form.tsx';
import { NoteForm } from './order-note-form.tsx';
import { NextStepButton, OrderProblems, STEP_FORM } from './order-problems.tsx';
import { OrderTitle } from './order-title.tsx';
import { PutOffForm } from './put-off-form.tsx';
import { RefuseForm } from './refuse-form.tsx';
import type { CounterAnswer } from './scanned-id.ts';
import { useOrderNews } from './use-order-news.ts';

type Props = {
  order: CounterOrder;
  minimumAge: number;
  /** Whether no cash drawer is open. */
  lacksDrawer: boolean;
  /** The key of this attempt. */
  attempt: string;
  answer: CounterAnswer | undefined;
  /** What was typed and scanned before the page was loaded. */
  typed: CounterAnswer | null;
};

export function OpenOrder({ order, minimumAge, lacksDrawer, attempt, answer, typed }: Props) {
  const [isTouched, setTouched] = useState(false);
  // While staff type, nothing changes under their hands.
  const live = useOrderNews(order, isTouched || answer !== undefined);
  const isRefusing = answer?.values.intent === 'refuse';
  const isNaming = answer?.values.intent === 'pickup-name';
  const isNoting = answer?.values.intent === 'note';
  const refusal = useLastAnswer(isRefusing || isNaming || isNoting ? undefined : answer, typed);
  const isSaidByForm = refusal?.errors[''] !== undefined;
  return (
    <div onInput={() => setTouched(true)} className="mx-auto max-w-6xl">
      <OrderTitle order={order}>Hand over {order.number} to </OrderTitle>
      {live.isStale ? (
        <Notice tone="caution" className="mb-5 flex flex-wrap items-center justify-between gap-x-4">
          Someone changed this order.
          <button
            type="button"
            onClick={live.refresh}
            className="min-h-11 font-medium underline underline-offset-4"
          >
            Show the order as it is now
          </button>
        </Notice>
      ) : null}
      {isSaidByForm ? null : <OrderProblems order={order} />}
      {lacksDrawer && !order.isPaid ? <NoDrawerNotice className="mb-5" /> : null}
      {order.hours ? (
        <Notice tone="caution" className="mb-5">
          {order.hours}
        </Notice>
      ) : null}
      <CustomerNotes order={{ ...order, customer: { name: order.customer } }} />
      {order.note ? (
        <Notice tone="info" className="mb-5 wrap-anywhere" title="Note from staff">
          <p className="whitespace-pre-line">{order.note}</p>
        </Notice>
      ) : null}
      <HandOverForm
        order={order}
        minimumAge={minimumAge}
        attempt={attempt}
        refusal={refusal}
        ways={isSaidByForm ? <NextStepButton order={order} /> : null}
      />
      {order.status === 'ready' ? <PutOffForm /> : null}
      {order.mayChangePickupName ? (
        <div className="mt-8 border-t border-line pt-2">
          <PickupNameForm
            saved={order.notes.pickupName}
            refused={isNaming ? answer : undefined}
            className="inline-flex min-h-12 items-center font-medium"
          />
        </div>
      ) : null}
      <NoteForm refused={isNoting ? answer : undefined} />
      <RefuseForm
        order={order}
        attempt={attempt}
        refusal={isRefusing ? answer : undefined}
        suggests={answer?.suggests}
        scan={answer?.scan}
      />
      <Form id={STEP_FORM} method="post" preventScrollReset>
        <input type="hidden" name="version" value={order.version} />
      </Form>
    </div>
  );
}

/**
 * The answer to the last press in the form of the hand-over, and once the page was loaded again only what it says was
 * entered: the router drops an answer then, and with it the ID.
 */
function useLastAnswer(
  answer: CounterAnswer | undefined,
  typed: CounterAnswer | null,
): CounterAnswer | undefined {
  const [last, setLast] = useState(answer ?? typed ?? undefined);
  if (answer !== undefined && answer !== last) setLast(answer);
  const entered = useMemo(() => {
    if (!last) return last;
    // What was wrong with the order is said of the order as it is now; what is wrong with the ID stays.
    const { '': _, ...errors } = last.errors;
    return { ...last, errors, message: undefined, out: undefined };
  }, [last]);
  return answer ?? entered;
}
