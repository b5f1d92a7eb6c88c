/** Renders what became of an order at the counter, with the change in large figures, until the next customer. */
import { useEffect, useRef } from 'react';
import { Link, useSubmit } from 'react-router';
import { roundingWords } from '#core/sales/cash-desk/cash-rounding.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { useScanner } from '#core/sales/orders/scan/use-scanner.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { buttonClass } from '#ui/button.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import type { CounterOrder } from '../day/counter-order.ts';
import { warn } from '../kit/shift-sound.ts';
import { ShowsOrder } from '../kit/shows-order.tsx';
import { AfterPaid } from './after-paid.tsx';
import type { ClosedOrder, HandedOverCash } from './closed-order-queries.server.ts';
import { OrderTitle, OtherOrders } from './order-title.tsx';
import { ReceiptWays } from './receipt-ways.tsx';
import type { CounterAnswer } from './scanned-id.ts';
import { WalkInReceipt } from './walk-in-receipt.tsx';

const NEXT = { method: 'post', action: '/counter' } as const;

export function ClosedOrderView({
  order,
  closed,
  answer: answered,
}: {
  order: CounterOrder;
  closed: ClosedOrder;
  /** To a press on this page that was refused, or got no answer. */
  answer: CounterAnswer | undefined;
}) {
  const toast = useToast();
  useLive([`order:${order.id}`]);
  // 'Take no cash' stays until the next customer, also when the order's next change reloads the page.
  const answer = useAnswer(answered);
  // The change stays on screen until the person at the counter has it.
  const submit = useSubmit();
  useScanner((text) => {
    const code = readScannedCode(text, window.location.host);
    // The next customer's pass is the press on 'Next customer'.
    if (code.kind === 'pass') return void submit({ intent: 'find', find: code.code }, NEXT);
    warn();
    toast.show('Press Next customer first.', { tone: 'error' });
  });
  const isHandedOver = closed.kind === 'handed-over';
  const isTooLate = answer !== undefined && cameTooLate(answer, closed);
  return (
    <div className="mx-auto max-w-4xl">
      <ShowsOrder order={order.number} />
      {isTooLate ? (
        <Notice
          tone="caution"
          className="mb-5 text-base"
          title={`${closed.by ?? 'Someone else'} ${isHandedOver ? 'handed this order over' : 'ended this order'} on ${closed.at}`}
        >
          Nothing you entered was saved. Do not take cash or give change for it.
        </Notice>
      ) : null}
      {answer?.message && !isTooLate && answer.values.key === undefined ? (
        <Notice tone="error" className="mb-5">
          {answer.message}
        </Notice>
      ) : null}
      <OrderTitle order={order}>
        {isHandedOver ? `${order.number} is handed over to ` : `${order.number} has ended. It was for `}
      </OrderTitle>
      <section aria-label="What was done" className="mb-5 rounded-surface bg-cream px-5 py-6 sm:px-8 sm:py-8">
        {isHandedOver ? (
          <Cash {...{ order, closed }} isGiven={isTooLate} />
        ) : (
          <Ended order={order} ended={closed} />
        )}
        <NextCustomer describedBy={isHandedOver ? 'change' : 'ended'} />
      </section>
      <OtherOrders order={order} />
      {isHandedOver ? <AfterPaid number={order.number} closed={closed} /> : null}
      {isHandedOver ? (
        order.isWalkIn ? (
          <WalkInReceipt
            number={order.number}
            printers={closed.printers}
            newKey={closed.newKey}
            answer={answer}
          />
        ) : (
          <ReceiptWays number={order.number} {...closed} />
        )
      ) : null}
    </div>
  );
}

/** Whether someone else was first. A press that got no answer may have done what it was for. */
function cameTooLate({ values: { intent, key } }: CounterAnswer, closed: ClosedOrder): boolean {
  const isHandedOver = closed.kind === 'handed-over';
  if (intent === 'refuse') return isHandedOver;
  return intent === 'hand-over' && !(isHandedOver && closed.key === key);
}

function Cash({
  order,
  closed,
  isGiven,
}: {
  order: CounterOrder;
  closed: Extract<ClosedOrder, { kind: 'handed-over' }>;
  /** Someone else has given the change. */
  isGiven: boolean;
}) {
  const { cash, by, at } = closed;
  const money = (amount: number) => formatCents(cents(amount));
  return (
    <>
      {cash ? (
        <p id="change">
          <span className="block text-lg font-medium">{changeWords(cash, isGiven)}</span>
          <strong
            className={`figures block font-display leading-none font-semibold ${isGiven ? 'text-4xl' : 'text-[clamp(min(3rem,13vw),14vw,7rem)]'}`}
          >
            {money(cash.paidBack || cash.change)}
          </strong>
        </p>
      ) : (
        <p id="change" className="font-display text-3xl">
          Handed over
        </p>
      )}
      {closed.refunded.map(({ id, words }) => (
        <p key={id} className="figures mt-4 text-lg font-medium wrap-anywhere">
          {words}
        </p>
      ))}
      <p className="figures mt-4 text-ink-soft">
        {!cash
          ? 'The cash of this order is in its history. '
          : cash.owed === 0
            ? closed.exchanges.length > 0
              ? 'Units came back for it. '
              : 'It was paid before. '
            : `${money(cash.received)} received, ${money(cash.owed)} due${cash.rounding === 0 ? '' : `, cash rounding ${roundingWords(cash.rounding)}`}. `}
        {by ? `${by}, ` : ''}
        {at}
        {order.isWalkIn ? null : <span className="block wrap-anywhere">Picked up by {order.holder}</span>}
        {(cash?.corrected ?? []).map((words) => (
          <span key={words} className="block wrap-anywhere">
            Corrected {words}
          </span>
        ))}
      </p>
    </>
  );
}

function changeWords({ paidBack }: HandedOverCash, isGiven: boolean): string {
  if (paidBack > 0) return 'Give back';
  return isGiven ? 'Change given' : 'Change due';
}

function Ended({ order, ended }: { order: CounterOrder; ended: Extract<ClosedOrder, { kind: 'ended' }> }) {
  const { why, isRefused, note, by, at } = ended;
  return (
    <div id="ended">
      <p className="font-display text-3xl">{isRefused ? `Refused: ${why}` : why}</p>
      {note ? <p className="mt-2 wrap-anywhere">“{note}”</p> : null}
      {isRefused ? (
        <p className="mt-2">
          {order.units === 1 ? 'Its unit is' : `Its ${order.units} units are`} back in stock. Unpack the bag,
          and do not take cash.
        </p>
      ) : null}
      <p className="figures mt-2 text-ink-soft">
        {by ? `${by}, ` : ''}
        {at}
      </p>
    </div>
  );
}

/** The second press of a double tap on the button before, in milliseconds, is not meant for this one. */
const DOUBLE_TAP = 600;

function NextCustomer({ describedBy }: { describedBy: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
    link.current?.focus();
  }, []);
  return (
    <Link
      ref={link}
      to="/counter"
      aria-describedby={describedBy}
      onClick={(event) => {
        if (event.detail > 0 && event.timeStamp - shownAt.current < DOUBLE_TAP) event.preventDefault();
      }}
      className={buttonClass('primary', 'large', 'mt-6 min-h-16 w-full text-lg')}
    >
      Next customer
    </Link>
  );
}
