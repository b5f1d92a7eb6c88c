/** Renders the steps of closing, each with what is left of it, or that it is done. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { drawerName } from '#core/sales/cash-desk/drawer.ts';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { ShownApprover } from '../kit/approvers-queries.server.ts';
import { OtherTablets } from '../network/tablets-notice.tsx';
import { BagList } from './bag-list.tsx';
import { ClosingOrders, MissedOrders } from './closing-orders.tsx';
import {
  type ClosingLeft,
  type ClosingStep,
  closingDone,
  closingSteps,
  closingTitle,
  TABLETS_SILENT,
} from './end-of-day.ts';
import type { EndOfDay } from './end-of-day-queries.server.ts';
import { RefusedList } from './refused-list.tsx';

export function DoneForToday() {
  return (
    <section aria-label="Done" className="mb-6 rounded-surface bg-spruce-100 px-5 py-6">
      <p className="font-display text-2xl font-semibold">Done for today.</p>
      <p className="mt-1">Nothing is left to do before you close.</p>
      <Link to="/counter" className={buttonClass('secondary', 'normal', 'mt-4 min-h-12')}>
        Back to the board
      </Link>
    </section>
  );
}

type Others = Pick<EndOfDay['tablets'], 'unsent' | 'silent'>;

export function EndOfDaySteps({
  day,
  approvers,
  left: leftOf,
  own,
  others,
  answer,
}: {
  day: EndOfDay;
  approvers: readonly ShownApprover[];
  left: ClosingLeft;
  /** What this tablet itself holds. */
  own: number;
  others: Others;
  answer: FormRefusal | undefined;
}) {
  const content: Readonly<Record<ClosingStep, ReactNode>> = {
    missed: <MissedOrders orders={day.missed} total={day.left.missed} />,
    open: <ClosingOrders orders={day.open} total={day.left.open} />,
    bags: <BagList bags={day.bags} />,
    unsent: <UnsentStep own={own} others={others} />,
    refused: <RefusedList refused={day.refused} approvers={approvers} answer={answer} />,
    drawer: <OpenDrawerStep drawer={day.drawer} />,
  };
  return (
    <ol className="flex flex-col gap-4">
      {closingSteps.map((step, index) => {
        const left = leftOf[step];
        // What was put back today stays on the page, so that a wrong tick can be taken back.
        // So do a tablet of which nothing is known, and what was settled today.
        const isSilent = step === 'unsent' && others.silent.length > 0;
        const stays =
          (step === 'bags' && day.bags.length > 0) ||
          (step === 'refused' && day.refused.rows.length > 0) ||
          isSilent;
        const isEmpty = left === 0 && !stays;
        return (
          <li
            key={step}
            // The page of an order leads here.
            id={step === 'refused' ? 'not-accepted' : undefined}
            className={`rounded-surface border px-4 py-4 sm:px-5 ${left > 0 ? 'border-line bg-surface' : 'border-transparent bg-cream'}`}
          >
            <h2 className="flex items-baseline gap-3 text-lg">
              <Mark number={index + 1} isDone={left === 0 && !isSilent} />
              {closingTitle[step]}
              {left > 0 ? <span className="figures text-base text-ink-soft">{left}</span> : null}
            </h2>
            <div className="mt-2 sm:pl-10">
              {left === 0 ? (
                <p className="text-ink-soft">{isSilent ? TABLETS_SILENT : closingDone[step]}</p>
              ) : null}
              {isEmpty ? null : content[step]}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Mark({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span
      className={`figures inline-grid size-7 shrink-0 place-items-center self-center rounded-pill text-sm font-semibold ${
        isDone ? 'bg-spruce-700 text-paper' : 'inset-ring inset-ring-line-strong'
      }`}
    >
      <span aria-hidden="true">{isDone ? '✓' : number}</span>
      <span className="sr-only">{isDone ? 'Done:' : `Step ${number}:`}</span>
    </span>
  );
}

function UnsentStep({ own, others }: { own: number; others: Others }) {
  return (
    <div className="flex flex-col gap-2">
      {own > 0 ? (
        <p>
          Of this tablet it is listed at the top of this page: it waits for the network, or it was not
          accepted.
        </p>
      ) : null}
      <OtherTablets {...others} />
    </div>
  );
}

function OpenDrawerStep({ drawer }: { drawer: EndOfDay['drawer'] }) {
  if (!drawer) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="figures">
        {drawerName(drawer.number)}: {drawer.holder}, since {drawer.since}
      </p>
      <ButtonLink to="/counter/cash/count" className="min-h-12">
        Count and close
      </ButtonLink>
    </div>
  );
}
