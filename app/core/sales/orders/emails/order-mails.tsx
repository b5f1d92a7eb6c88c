/** Renders the emails about an order: placed, canceled, receipt. */
import { CASH_DUE, CASH_ROUNDING, PAID_IN_CASH } from '#core/sales/cash-desk/cash-rounding.ts';
import {
  type AmountLine,
  MailAmounts,
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
  MailRule,
} from '#ui/email/mail-layout.tsx';
import { missingWords } from '../order-view.ts';
import type { MailedOrder } from './mailed-order-queries.server.ts';

type OrderMail = { frame: MailFrame; order: MailedOrder; atm: boolean };

export function OrderPlaced({ frame, order, atm }: OrderMail) {
  const when = order.pickup ? `Pick it up ${order.pickup}.` : 'We will agree on a pickup time with you.';
  return (
    <MailLayout frame={frame} title={`Order ${order.number} is reserved`} preview={when}>
      <MailGreeting name={order.name} />
      <MailParagraph>
        <strong>{when}</strong> We hold everything below for you. Thank you.
      </MailParagraph>
      <Amounts order={order} />
      <WhatToBring frame={frame} order={order} atm={atm} />
      <Pass order={order} />
      <MailButton href={orderPage(frame, order)}>Your order</MailButton>
      <MailParagraph small>
        Plans change: until we start packing, you can change its items, move your pickup or cancel on your
        order’s page.
      </MailParagraph>
    </MailLayout>
  );
}

export function OrderCancelled({ frame, order }: OrderMail) {
  return (
    <MailLayout
      frame={frame}
      title={`Order ${order.number} is canceled`}
      preview="We no longer hold anything for you, and you owe nothing."
    >
      <MailGreeting name={order.name} />
      <MailParagraph>
        Order {order.number} of {order.placed} is canceled. We no longer hold anything for you, and you owe
        nothing.
      </MailParagraph>
      <Amounts order={order} />
      <MailButton href={`${frame.origin}/products`}>See the menu</MailButton>
    </MailLayout>
  );
}

export function OrderReceipt({ frame, order, atm }: OrderMail) {
  const seller = order.seller ?? {
    name: frame.farmName,
    address: frame.address,
    license: frame.licenseNumber,
  };
  return (
    <MailLayout
      frame={frame}
      title={`Receipt for order ${order.number}`}
      preview={`${order.payment}: ${order.cash}.`}
    >
      <MailGreeting name={order.name} />
      <MailParagraph>
        {seller.name}, {seller.address}. License {seller.license}.
      </MailParagraph>
      <MailParagraph>
        Order {order.number}, placed {order.placed}
        {order.pickup ? `, pickup ${order.pickup}` : ''}. {order.payment}.
      </MailParagraph>
      <Amounts order={order} />
      {order.isOwed ? <WhatToBring frame={frame} order={order} atm={atm} /> : null}
    </MailLayout>
  );
}

/** Renders what happened in one sentence, above the order as it is now. */
export function OrderUpdate({
  frame,
  order,
  atm,
  title,
  message,
  bring,
}: OrderMail & { title: string; message: string; bring: boolean }) {
  return (
    <MailLayout frame={frame} title={title} preview={message}>
      <MailGreeting name={order.name} />
      <MailParagraph>
        <strong>{message}</strong>
      </MailParagraph>
      <Amounts order={order} />
      {bring ? (
        <>
          <WhatToBring frame={frame} order={order} atm={atm} />
          <Pass order={order} />
        </>
      ) : null}
      <MailButton href={orderPage(frame, order)}>Your order</MailButton>
    </MailLayout>
  );
}

/** The title and sentence about held units that are missing; the same in the bell and in the email. */
export function shortageWords(
  event: 'short' | 'complete-again',
  order: Pick<MailedOrder, 'number' | 'status' | 'lines'>,
): { title: string; message: string } {
  if (event === 'complete-again') {
    return {
      title: `Order ${order.number} is complete again`,
      message:
        order.status === 'ready'
          ? 'Every item is here, and your order is ready for pickup.'
          : 'We still hold everything in it for you. You do not need to do anything.',
    };
  }
  const missing = order.lines.filter((line) => line.missing > 0);
  const what = missing.map((line) => `${line.missing} of ${line.name}`).join(', ');
  return {
    title: `Order ${order.number} needs a change`,
    message: missingWords(what),
  };
}

export function OrderShortage({
  frame,
  order,
  event,
}: {
  frame: MailFrame;
  order: MailedOrder;
  event: 'short' | 'complete-again';
}) {
  const { title, message } = shortageWords(event, order);
  return (
    <MailLayout frame={frame} title={title} preview={message}>
      <MailGreeting name={order.name} />
      <MailParagraph>{message}</MailParagraph>
      {order.pickup ? <MailParagraph>Your pickup: {order.pickup}.</MailParagraph> : null}
      <MailButton href={orderPage(frame, order)}>Your order</MailButton>
    </MailLayout>
  );
}

function Amounts({ order }: { order: MailedOrder }) {
  const sums: AmountLine[] = [
    { label: 'Subtotal', amount: order.subtotal },
    ...order.taxes.map((tax) => ({ label: tax.name, amount: tax.amount })),
    { label: 'Total', amount: order.total, strong: true },
    ...(order.rounding
      ? [
          { label: CASH_ROUNDING, amount: order.rounding.amount },
          { label: order.isOwed ? CASH_DUE : PAID_IN_CASH, amount: order.rounding.cash },
        ]
      : []),
  ];
  return (
    <>
      <MailRule />
      <MailAmounts
        lines={order.lines.map((line) => ({
          label: line.name,
          detail: [`${line.quantity} × ${line.unitPrice}`, line.discount, line.batches]
            .filter(Boolean)
            .join(' · '),
          amount: line.amount,
        }))}
      />
      <MailRule />
      <MailAmounts lines={sums} />
      {order.taxNote ? <MailParagraph small>{order.taxNote}</MailParagraph> : null}
    </>
  );
}

const orderPage = (frame: MailFrame, order: Pick<MailedOrder, 'number'>) =>
  `${frame.origin}/orders/${order.number}`;

/**
 * Renders the pass code as text, without a picture: email clients block pictures by default, and text works
 * in all of them. The order's page shows the picture.
 */
function Pass({ order }: { order: MailedOrder }) {
  return (
    <MailParagraph>
      <strong>Your pickup pass:</strong> {order.pass}. Show this pass at the counter; your order’s page also
      shows it as a QR code.
    </MailParagraph>
  );
}

function WhatToBring({ frame, order, atm }: OrderMail) {
  const { pickupName, requiresId } = order;
  const id = `valid driver’s license or government ID that shows ${pickupName ? 'they' : 'you'} are ${frame.minimumAge} or older (the card itself, not a picture of it)`;
  return (
    <MailParagraph>
      <strong>What to bring:</strong>{' '}
      {pickupName
        ? `Picked up by ${pickupName}, who must bring their own ID${requiresId ? `: a ${id}` : ''}. Also `
        : requiresId
          ? `your ${id}, and `
          : ''}
      {order.cash} in cash{atm ? '; there is an ATM on site' : ''}. We are at {frame.address}.
    </MailParagraph>
  );
}
