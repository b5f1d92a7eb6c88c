/** Renders what packers can do about a refused unit: open the order whose bag has it, or take the lot in the hand. */
import { type FetcherWithComponents, Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { otherLotReasonLabel, otherLotReasons } from './other-lot.ts';
import type { OtherLotOffer, PackAnswer, PackRefusal } from './pack-answer.ts';

type Props = {
  refusal: PackRefusal;
  /** Of the next scan. */
  newKey: string;
  fetcher: FetcherWithComponents<PackAnswer>;
  clear: () => void;
};

export function RefusalWays({ refusal: { orderId, otherLot }, ...scans }: Props) {
  return (
    <>
      {orderId ? (
        <Link
          to={`/counter/orders/${orderId}/packing`}
          className="mt-1 inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          Open {orderId}
        </Link>
      ) : null}
      {otherLot ? <OtherLot lot={otherLot} {...scans} /> : null}
    </>
  );
}

/** Packs the lot in the hand instead, for a reason. */
function OtherLot({
  lot: { code, batchNumber, because },
  newKey,
  fetcher,
  clear,
}: Omit<Props, 'refusal'> & { lot: OtherLotOffer }) {
  return (
    <fetcher.Form method="post" onSubmit={clear} className="mt-3 flex flex-col gap-3">
      <input type="hidden" name="intent" value="scan" />
      <input type="hidden" name="key" value={newKey} />
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
