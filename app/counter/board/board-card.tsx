/** Renders an order on the board, with its next step. */
import { memo } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { batchesLabel } from '#core/goods/stock/lots/lots.ts';
import { placeWords, TAKE_OUT_FIRST } from '#core/goods/stock/put-back/put-back.ts';
import { minutesWaited, pickupLabel } from '#core/sales/line/line.ts';
import { missedWords, REPEATED } from '#core/sales/orders/missed-pickups/missed-pickup.ts';
import { OUTSIDE_HOURS, UNITS_MISSING, UNITS_TO_PACK } from '#core/sales/orders/order-status.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { BoardCard, BoardLine, CardUnitsOut } from '../day/board.ts';
import { isAtRisk, packerWords, type Step, waitWords } from '../day/board.ts';

const wide = 'min-h-12 w-full whitespace-normal';

type Props = { card: BoardCard; now: number };

/** A busy day has 160 cards, and an event changes one of them: the others are not rendered again. */
export const OrderCard = memo(Card, (before, after) => readsLike(before) === readsLike(after));

const readsLike = ({ card: { changedAt: _, ...card }, now }: Props): string =>
  JSON.stringify(card) +
  (card.ticket ? minutesWaited(now, card.ticket.since) : '') +
  (card.startsAt === null ? '' : waitWords(now, card.startsAt, card.endsAt).text) +
  isAtRisk(card, now);

function Card({ card, now }: Props) {
  const { number, name, customer, units, due, step } = card;
  const packing = step === 'ready' ? null : packerWords(card);
  return (
    <article
      aria-label={`${number}, ${name}`}
      className="flex flex-col gap-2 rounded-control bg-surface p-3 shadow-xs inset-ring inset-ring-line focus-within:inset-ring-spruce-700"
    >
      <p className="figures flex flex-wrap items-baseline justify-between gap-x-3">
        <Link
          to={`/counter/orders/${number}`}
          className="-my-2.5 inline-flex min-h-11 items-center text-sm font-medium underline underline-offset-4"
        >
          {number}
        </Link>
        <When card={card} now={now} />
      </p>
      <p className="wrap-anywhere">
        <InLine card={card} />
        <span className="text-lg leading-snug font-semibold">{name}</span>
        {customer ? <span className="block text-sm text-ink-soft">for {customer}</span> : null}
      </p>
      <p className="figures text-sm text-ink-soft">
        {units === 1 ? '1 unit' : `${units} units`} ·{' '}
        {due === 0 ? 'paid' : `${formatCents(cents(due))} in cash`}
      </p>
      <Waited card={card} now={now} />
      {packing ? <p className="-mt-1 text-sm wrap-anywhere">{packing}</p> : null}
      <Flags card={card} now={now} />
      {card.takeOut.length > 0 ? <TakeOut rows={card.takeOut} /> : null}
      {card.lines.length > 0 ? <Lines lines={card.lines} /> : null}
      <Steps card={card} />
    </article>
  );
}

/** The number in the line, and the initials of a walk-in. */
function InLine({ card: { ticket, arrival } }: Pick<Props, 'card'>) {
  const label = ticket?.label ?? (arrival === null ? null : pickupLabel(arrival));
  if (label === null) return null;
  return (
    <>
      <span className="figures mr-2 inline-grid min-w-8 place-items-center rounded-pill bg-spruce-700 px-2 text-lg font-semibold text-paper">
        <span className="sr-only">Number </span>
        {label}
      </span>
      {ticket?.initials ? <span className="mr-2 text-lg font-semibold">{ticket.initials}</span> : null}
    </>
  );
}

/** How long the person waits, and where they were called to. */
function Waited({ card: { ticket }, now }: Props) {
  if (!ticket) return null;
  return (
    <p className="figures -mt-1 text-sm wrap-anywhere">
      Here for {minutesWaited(now, ticket.since)}
      {ticket.calledTo === null ? '' : ` · called${ticket.calledTo === '' ? '' : ` to ${ticket.calledTo}`}`}
    </p>
  );
}

/** The pickup time, and how far away it is. */
function When({ card: { time, startsAt, endsAt, isWalkIn }, now }: { card: BoardCard; now: number }) {
  if (isWalkIn) return <span className="text-sm font-semibold">Walk-in</span>;
  if (time === null || startsAt === null)
    return <span className="text-sm text-ink-soft">No pickup time</span>;
  const wait = waitWords(now, startsAt, endsAt);
  return (
    <span className="text-sm">
      <span className="font-semibold">{time}</span>{' '}
      <span className={wait.late ? 'font-semibold text-clay-700' : 'text-ink-soft'}>{wait.text}</span>
    </span>
  );
}

function Flags({ card, now }: Props) {
  const { missing, toPack, says, hasNote, missed, waits, isOutside, takeOut } = card;
  const isRepeated = missed >= REPEATED;
  return (
    // A column of a tablet is narrower than the longest of them.
    <p className="flex flex-wrap gap-1 empty:hidden [&>span]:whitespace-normal">
      {takeOut.some(({ lotStatus }) => lotStatus === 'recalled') ? (
        <StatusBadge tone="red">Recalled units</StatusBadge>
      ) : null}
      {isOutside ? <StatusBadge tone="red">{OUTSIDE_HOURS}</StatusBadge> : null}
      {isAtRisk(card, now) ? <StatusBadge tone="red">At risk: not packed</StatusBadge> : null}
      {missing > 0 ? <StatusBadge tone="red">{UNITS_MISSING}</StatusBadge> : null}
      {toPack > 0 ? <StatusBadge tone="yellow">{UNITS_TO_PACK}</StatusBadge> : null}
      {says ? <StatusBadge tone="yellow">Running late: {says}</StatusBadge> : null}
      {isRepeated ? <StatusBadge tone="yellow">{missedWords(missed)}</StatusBadge> : null}
      {waits ? <StatusBadge tone="yellow">Not sent yet</StatusBadge> : null}
      {hasNote ? <StatusBadge tone="blue">Note</StatusBadge> : null}
    </p>
  );
}

/** What must leave the bag; the order's pages have the ticks. */
function TakeOut({ rows }: { rows: readonly CardUnitsOut[] }) {
  return (
    <div className="rounded-control border-l-4 border-clay-700 bg-clay-100 p-2 text-sm">
      <p className="font-semibold text-clay-700">{TAKE_OUT_FIRST}</p>
      <ul className="flex flex-col gap-1">
        {rows.map(({ id, units, name, batchNumber, ...lot }) => (
          <li key={id} className="figures wrap-anywhere">
            <span className="font-semibold">{units} ×</span> {name}, batch {batchNumber}
            <span className={`block ${lot.lotStatus === 'sellable' ? '' : 'font-semibold text-clay-700'}`}>
              {placeWords(lot)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Lines({ lines }: { lines: readonly BoardLine[] }) {
  return (
    <ul className="flex flex-col gap-1 border-t border-line pt-2 text-sm">
      {lines.map(({ productId, name, size, quantity, batches }) => (
        <li key={productId} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-1 max-[16em]:grid-cols-1">
          <span className="figures font-semibold">{quantity} ×</span>
          <span className="min-w-0">
            {name}
            <span className="text-ink-soft">
              {size ? ` · ${size}` : ''}
              <span className="block text-xs">{batchesLabel(batches)}</span>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const stepLabel: Readonly<Record<Step, string>> = {
  pack: 'Pack',
  'take-over': 'Take over packing',
  ready: 'Mark ready',
  'hand-over': 'Hand over',
  edit: 'Replace or reduce',
};

/** The key of each step, as in Order Management. */
const stepKey: Readonly<Record<Step, string>> = {
  pack: 'p',
  'take-over': 'p',
  ready: 'r',
  'hand-over': 'h',
  edit: 'e',
};

/** What 'ready' does to an order of which units were not packed one by one. */
function unpackedWords({ packed, units, isWalkIn }: BoardCard): string {
  const all = units === 1 ? 'It will count as packed' : `All ${units} will count as packed`;
  return `${packed} of ${units} packed one by one. ${all}${isWalkIn ? '.' : ', and the customer is notified.'}`;
}

function Steps({ card }: Pick<Props, 'card'>) {
  const { number, step, version, column, units, packed } = card;
  const sent = useNavigation().formData;
  const busy = sent?.get('order') === number ? sent.get('intent') : null;
  const isLink = step === 'hand-over' || step === 'edit';
  const isPartlyPacked = step === 'ready' && packed < units;
  const label = (
    <>
      {stepLabel[step]}
      <span className="sr-only"> {number}</span>
    </>
  );
  return (
    <div className="mt-auto flex flex-col gap-2">
      {isLink ? (
        <Link
          to={step === 'edit' ? `/admin/orders/${number}/edit` : `/counter/orders/${number}`}
          data-key={stepKey[step]}
          className={buttonClass(step === 'edit' ? 'secondary' : 'primary', 'normal', wide)}
        >
          {label}
        </Link>
      ) : null}
      {isPartlyPacked ? (
        <Link
          to={`/counter/orders/${number}/packing`}
          data-key="p"
          className={buttonClass('primary', 'normal', wide)}
        >
          {packed === 0 ? 'Pack' : `Pack, ${packed} of ${units} done`}
          <span className="sr-only"> {number}</span>
        </Link>
      ) : null}
      {isPartlyPacked ? (
        <Confirm
          label={stepLabel.ready}
          of={number}
          rank="secondary"
          submitRank="primary"
          isWide
          shortcut={stepKey.ready}
          question={`Mark ${number} ready?`}
          consequence={unpackedWords(card)}
          fields={{ intent: 'ready', order: number, version: String(version) }}
        />
      ) : null}
      <Form method="post" preventScrollReset className="flex flex-col gap-2">
        <input type="hidden" name="order" value={number} />
        <input type="hidden" name="version" value={version} />
        {isLink || isPartlyPacked ? null : (
          <button
            type="submit"
            name="intent"
            value={step}
            data-key={stepKey[step]}
            aria-disabled={busy !== null || undefined}
            className={buttonClass(step === 'take-over' ? 'secondary' : 'primary', 'normal', wide)}
          >
            {busy === step ? 'Saving…' : label}
          </button>
        )}
        {card.isWalkIn ? null : (
          <button
            type="submit"
            name="intent"
            value={column === 'here' ? 'not-here' : 'here'}
            data-key="a"
            aria-disabled={busy !== null || undefined}
            className={buttonClass('quiet', 'small', 'min-h-11 w-full')}
          >
            {column === 'here' ? 'Not here' : 'Customer is here'}
            <span className="sr-only"> {number}</span>
          </button>
        )}
      </Form>
    </div>
  );
}
