/** Renders what the server says about scans and presses. A refusal stays, in large type, until the next scan. */
import type { FetcherWithComponents } from 'react-router';
import { Link } from 'react-router';
import type { Refusal } from '#core/orders/packing/unit-to-pack.ts';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CircleAlert, CircleCheck } from '#ui/icons.ts';
import { otherLotReasonLabel, otherLotReasons } from './other-lot.ts';
import { type OtherLotOffer, type PackAnswer, unansweredRefusal } from './pack-answer.ts';
import type { PackingOrder } from './packing-queries.server.ts';

type Props = {
  said: readonly PackAnswer[];
  order: PackingOrder;
  fetcher: FetcherWithComponents<PackAnswer>;
  clear: () => void;
  /** Whether the viewer packs the order now. */
  isMine: boolean;
};

export function Said({ said, order, fetcher, clear, isMine }: Props) {
  const last = said.at(-1);
  const refused = said.filter((answer) => answer.kind !== 'done');
  const isDone = last?.kind === 'done' && refused.length === 0;
  return (
    <>
      {/* It takes the room of what is said next, so that the buttons below do not move under a finger. */}
      {isMine && refused.length === 0 && !isDone ? (
        <p className={`${box} bg-cream text-ink-soft noscript:hidden`}>Scan each unit, or press Pack one.</p>
      ) : null}
      <p role="status" className={isDone ? `${box} bg-spruce-100 font-semibold` : 'sr-only'}>
        {last?.kind === 'done' ? (
          <>
            <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-spruce-700" />
            {last.text}
          </>
        ) : null}
      </p>
      {refused.map((answer, place) => (
        <div
          // Answers only ever follow each other.
          // biome-ignore lint/suspicious/noArrayIndexKey: two refusals may be equal.
          key={place}
          role="alert"
          className="rounded-control border-l-8 border-clay-700 bg-clay-100 p-4"
        >
          <Refused refusal={answer.kind === 'refused' ? answer : unansweredRefusal} />
          {answer.kind === 'unanswered' ? (
            <fetcher.Form method="post" onSubmit={clear} className="mt-3">
              {Object.entries(answer.values).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button type="submit" className="min-h-12" busy={fetcher.state !== 'idle'}>
                Try again
              </Button>
            </fetcher.Form>
          ) : null}
          {answer.kind === 'refused' && answer.orderId ? (
            <Link
              to={`/counter/orders/${answer.orderId}/packing`}
              className="mt-1 inline-flex min-h-11 items-center font-medium underline underline-offset-4"
            >
              Open {answer.orderId}
            </Link>
          ) : null}
          {answer.kind === 'refused' && answer.otherLot ? (
            <OtherLot lot={answer.otherLot} order={order} fetcher={fetcher} clear={clear} />
          ) : null}
        </div>
      ))}
    </>
  );
}

const box = 'figures flex items-center gap-3 rounded-control p-4 text-lg';

function Refused({ refusal: { title, text } }: { refusal: Refusal }) {
  return (
    <>
      <p className="flex items-center gap-3 text-2xl font-semibold text-clay-700">
        <CircleAlert aria-hidden="true" className="size-8 shrink-0" />
        {title}
      </p>
      <p className="mt-1 text-lg wrap-anywhere">{text}</p>
    </>
  );
}

/** Packs the lot in the hand instead, for a reason. */
function OtherLot({
  lot: { code, batchNumber, because },
  order,
  fetcher,
  clear,
}: Omit<Props, 'said' | 'isMine'> & { lot: OtherLotOffer }) {
  return (
    <fetcher.Form method="post" onSubmit={clear} className="mt-3 flex flex-col gap-3">
      <input type="hidden" name="intent" value="scan" />
      <input type="hidden" name="key" value={order.key} />
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="batch" value={batchNumber} />
      <SelectField label="Why take it" name="because" defaultValue={because}>
        {otherLotReasons.map((reason) => (
          <option key={reason} value={reason}>
            {otherLotReasonLabel[reason]}
          </option>
        ))}
      </SelectField>
      <Field label="Note" name="note" maxLength={200} autoComplete="off" />
      <Button
        type="submit"
        rank="secondary"
        className="min-h-12 whitespace-normal"
        busy={fetcher.state !== 'idle'}
        busyText="Packing…"
      >
        Pack batch {batchNumber} instead
      </Button>
    </fetcher.Form>
  );
}
