/** Renders the orders at a closure's link: what became of each, new times to choose, and the way to cancel. */
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ClosureNotice, NoticeOrder } from '#core/sales/closures/closure-notice-queries.server.ts';
import { SlotPicker } from '#shop/kit/slot-picker.tsx';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';

type Chosen = { order: string | null; slot: string | null };
type Answer = { order: string; message: string | null } | undefined;

export function NoticeOrders({
  notice,
  chosen,
  answer,
  phone,
}: {
  notice: ClosureNotice;
  /** The order and the time that the pressed link names. */
  chosen: Chosen;
  answer: Answer;
  phone: string;
}) {
  return (
    <>
      {notice.status === 'active' ? <p className="mt-4 text-lg wrap-anywhere">{notice.reason}</p> : null}
      {notice.isOver ? (
        <Notice className="mt-6">Orders can no longer be changed here. Please call us.</Notice>
      ) : null}
      {notice.orders.map((order) => (
        <OrderSection
          key={order.number}
          order={order}
          isOpenAgain={notice.status === 'undone'}
          chosen={chosen.order === order.number ? chosen.slot : null}
          refused={answer?.order === order.number ? answer.message : null}
          phone={phone}
        />
      ))}
    </>
  );
}

function OrderSection({
  order,
  isOpenAgain,
  chosen,
  refused,
  phone,
}: {
  order: NoticeOrder;
  isOpenAgain: boolean;
  chosen: string | null;
  refused: string | null;
  phone: string;
}) {
  const heading = `order-${order.number}`;
  return (
    <section aria-labelledby={heading} className="mt-8 border-t border-line pt-6">
      <h2 id={heading} className="figures text-xl">
        Order {order.number}
      </h2>
      {refused ? <Notice tone="error" className="mt-4" title={refused} /> : null}
      <State order={order} isOpenAgain={isOpenAgain} />
      {order.mayChange ? (
        <Times order={order} isOpenAgain={isOpenAgain} chosen={chosen} phone={phone} />
      ) : null}
      {order.mayCancel ? (
        <div className="mt-4 -ml-3">
          <Confirm
            label="Cancel this order"
            busyText="Canceling…"
            of={order.number}
            question={`Cancel order ${order.number}?`}
            consequence="We no longer hold anything for you, and you owe nothing."
            fields={{ intent: 'cancel', order: order.number }}
            keep="Don’t cancel"
          />
        </div>
      ) : null}
    </section>
  );
}

function State({ order, isOpenAgain }: { order: NoticeOrder; isOpenAgain: boolean }) {
  if (order.state === 'cancelled')
    return (
      <Notice tone="success" className="mt-4" title="This order is canceled.">
        We no longer hold anything for you, and you owe nothing.
      </Notice>
    );
  if (order.state === 'ended') return <p className="mt-2">This order has ended.</p>;
  if (order.state === 'moved')
    return (
      <Notice tone="success" className="mt-4" title={`Your pickup is ${order.pickup ?? 'not set yet'}.`}>
        {isOpenAgain ? null : 'You can change it below.'}
      </Notice>
    );
  return isOpenAgain ? (
    <Notice tone="success" className="mt-4" title={`Your pickup stays ${order.oldPickup}.`}>
      You do not need to do anything.
    </Notice>
  ) : (
    <p className="mt-2">
      It was set for <span className="figures">{order.oldPickup}</span>. We hold everything in it for you.
    </p>
  );
}

function Times({
  order,
  isOpenAgain,
  chosen,
  phone,
}: {
  order: NoticeOrder;
  isOpenAgain: boolean;
  chosen: string | null;
  phone: string;
}) {
  const wanted = chosen === null ? null : order.wanted;
  const isDone = order.state === 'moved' || isOpenAgain;
  const isGone = chosen !== null && wanted === null && order.state === 'open';
  const others = order.times.filter(({ startsAt }) => startsAt !== wanted?.startsAt);
  const [first, ...rest] = wanted && !isDone ? [wanted, ...others] : others;
  return (
    <>
      {isGone ? (
        <Notice tone="caution" className="mt-4" title="The time you chose is no longer free.">
          Choose another one.
        </Notice>
      ) : null}
      <div className="mt-5 flex flex-col gap-3">
        {order.takeBack ? (
          <Press order={order} slot={order.takeBack.startsAt} rank="primary">
            Take back {order.takeBack.label}
          </Press>
        ) : null}
        {isDone || !first ? null : (
          <Press order={order} slot={first.startsAt} rank="primary">
            Move to {first.label}
          </Press>
        )}
        {isDone
          ? null
          : rest.map((time) => (
              <Press
                key={time.startsAt}
                order={order}
                slot={time.startsAt}
                rank={wanted ? 'secondary' : 'primary'}
              >
                Move to {time.label}
              </Press>
            ))}
      </div>
      <details className="mt-3" open={!isDone && !first ? true : undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-spruce-700 underline underline-offset-4">
          Choose another time
          <span className="sr-only"> for {order.number}</span>
        </summary>
        <Form method="post" className="mt-3 grid gap-5" preventScrollReset>
          <input type="hidden" name="order" value={order.number} />
          <SlotPicker days={order.days} chosen={null} error={null} phone={phone} />
          <div>
            <Button type="submit">Move pickup</Button>
          </div>
        </Form>
      </details>
    </>
  );
}

function Press({
  order,
  slot,
  rank,
  children,
}: {
  order: NoticeOrder;
  slot: string;
  rank: 'primary' | 'secondary';
  children: ReactNode;
}) {
  const sending = useNavigation().formData;
  const isBusy = sending?.get('slot') === slot && sending.get('order') === order.number;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="order" value={order.number} />
      <input type="hidden" name="slot" value={slot} />
      <Button type="submit" size="large" rank={rank} className="w-full" busy={isBusy} busyText="Saving…">
        {children}
      </Button>
    </Form>
  );
}
