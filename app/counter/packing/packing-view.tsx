/** Renders the packing page: whose order it is, what to scan next, what was said, and the lines. */

import { Form, Link, useNavigation } from 'react-router';
import { pickupLabel } from '#core/sales/line/line.ts';
import { CustomerNotes } from '#core/sales/orders/ui/customer-notes.tsx';
import { Button } from '#ui/button.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import type { PackingOrder } from '../day/packing-order.ts';
import { headLink, OrderHead } from '../kit/counter-head.tsx';
import { OutWords, TakeOutFirst } from '../kit/take-out-first.tsx';
import type { Scans } from './code-field.tsx';
import type { PackAnswer } from './pack-answer.ts';
import { PackingLines } from './packing-lines.tsx';
import { ReadyForm } from './ready-form.tsx';
import { RefusalWays } from './refusal-ways.tsx';
import { Said } from './said.tsx';
import { ScanNext } from './scan-next.tsx';
import { usePackingScans } from './use-packing-scans.ts';

export function PackingView({ order, answer }: { order: PackingOrder; answer: PackAnswer | undefined }) {
  const scans = usePackingScans(useAnswer(answer));
  useLive([`order:${order.id}`]);
  const { step } = order;
  const isMine = step === 'pack' || step === 'ready' || step === 'done';
  return (
    <div className="mx-auto max-w-6xl">
      <Title order={order} />
      <CustomerNotes order={{ notes: order.notes, requiresId: false, customer: { name: order.customer } }} />
      {order.note ? (
        <Notice tone="info" className="mb-5 wrap-anywhere" title="Note from staff">
          <p className="whitespace-pre-line">{order.note}</p>
        </Notice>
      ) : null}
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4">
          <TakeOut order={order} scans={scans} />
          {step === 'start' || step === 'take-over' ? <StartForm order={order} /> : null}
          {step === 'ready' || step === 'done' ? <ReadyForm order={order} /> : null}
          {step === 'ended' ? <Ended status={order.status} /> : null}
          <Said
            said={scans.said}
            fetcher={scans.fetcher}
            clear={scans.clear}
            hint={step === 'pack' ? 'Scan each unit, or press Pack one.' : null}
            ways={(refusal) => (
              <RefusalWays refusal={refusal} newKey={order.key} fetcher={scans.fetcher} clear={scans.clear} />
            )}
          />
          {order.missing > 0 && step !== 'ended' ? <Missing order={order} /> : null}
          {isMine ? <ScanNext order={order} scans={scans} /> : null}
        </div>
        {step === 'ended' ? null : (
          <div className="min-w-0">
            <PackingLines order={order} isMine={isMine} scans={scans} />
            {step === 'pack' && order.missing === 0 ? <NotThere order={order} /> : null}
          </div>
        )}
      </div>
    </div>
  );
}

/** Also of an order that has ended: its units go back. */
function TakeOut({ order, scans: { fetcher, isBusy, clear } }: { order: PackingOrder; scans: Scans }) {
  return (
    <TakeOutFirst
      rows={order.takeOut}
      button={(row) => (
        <fetcher.Form method="post" onSubmit={clear}>
          <input type="hidden" name="intent" value="out" />
          <Button type="submit" name="row" value={row.id} className="min-h-12" busy={isBusy}>
            <OutWords {...row} />
          </Button>
        </fetcher.Form>
      )}
    />
  );
}

function Title({
  order: { number, holder, customer, arrival, units, packed, pickup, isWalkIn },
}: {
  order: PackingOrder;
}) {
  return (
    <OrderHead
      number={number}
      title={`Pack ${number} for ${holder}`}
      facts={[
        holder === customer ? null : `ordered by ${customer}`,
        arrival === null ? null : `${pickupLabel(arrival)} in the line`,
        `${packed} of ${units} packed`,
        isWalkIn ? null : (pickup ?? 'no pickup time'),
      ]}
      links={
        <>
          <Link to={`/counter/orders/${number}/paper`} className={headLink}>
            Labels and slip
          </Link>
          <Link to={`/counter/orders/${number}`} className={headLink}>
            Hand over
          </Link>
        </>
      }
    />
  );
}

/** Makes the viewer the packer. */
function StartForm({ order: { step, version, packer } }: { order: PackingOrder }) {
  const isBusy = useNavigation().formData?.get('intent') === step;
  return (
    <Form method="post" className="flex flex-col gap-3 rounded-surface bg-cream p-4">
      <input type="hidden" name="version" value={version} />
      {step === 'take-over' ? (
        <p className="text-lg font-semibold wrap-anywhere">{packer} packs this order</p>
      ) : (
        <p className="text-lg font-semibold">No one packs this order yet</p>
      )}
      <Button
        type="submit"
        name="intent"
        value={step}
        size="large"
        rank={step === 'take-over' ? 'secondary' : 'primary'}
        busy={isBusy}
        busyText="Saving…"
      >
        {step === 'take-over' ? 'Take over packing' : 'Start packing'}
      </Button>
    </Form>
  );
}

/** The shelf has less than the lots say: the way out of an order that cannot be packed. */
function NotThere({ order: { number } }: { order: PackingOrder }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 text-sm">
      <span className="text-ink-soft">Not on the shelf, or broken?</span>
      <Link to={`/admin/orders/${number}/edit`} className={headLink}>
        Replace or reduce
      </Link>
      <Link to="/counter/waste" className={headLink}>
        Move to waste
      </Link>
    </p>
  );
}

function Missing({ order: { number, missing } }: { order: PackingOrder }) {
  return (
    <Notice tone="caution" title={missing === 1 ? '1 unit is missing' : `${missing} units are missing`}>
      No batch on sale has {missing === 1 ? 'it' : 'them'}.{' '}
      <Link to={`/admin/orders/${number}/edit`} className="font-medium underline underline-offset-4">
        Replace or reduce
      </Link>
    </Notice>
  );
}

function Ended({ status }: Pick<PackingOrder, 'status'>) {
  return status === 'completed' ? (
    <Notice tone="info" title="This order was handed over">
      There is nothing left to pack.
    </Notice>
  ) : (
    <Notice tone="caution" title="This order has ended">
      Put its units back on the shelf.
    </Notice>
  );
}
