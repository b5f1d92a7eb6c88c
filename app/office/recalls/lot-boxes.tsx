/** Renders lots to tick: the ones a recall covers, and others that may have the same fault. */
import { lotName } from '#core/sales/recalls/recall.ts';
import { formatNumber } from '#kernel/number.ts';
import { CheckboxField } from '#ui/field.tsx';
import type { LotChoice, SisterLot, Sisters } from './lot-choice-queries.server.ts';

export function LotBoxes({
  choices,
  sisters,
  ticked,
}: {
  choices: readonly LotChoice[];
  sisters: Sisters;
  ticked: readonly number[];
}) {
  return (
    <>
      <Boxes legend="Lots" lots={choices} ticked={ticked} />
      <Boxes legend="Others that may have the same fault" lots={sisters.lots} ticked={ticked} />
      {sisters.isMore ? <MoreSisters /> : null}
    </>
  );
}

function Boxes({
  legend,
  lots,
  ticked,
}: {
  legend: string;
  lots: readonly (LotChoice & Partial<SisterLot>)[];
  ticked: readonly number[];
}) {
  if (lots.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-medium">{legend}</legend>
      {lots.map((lot) => (
        <CheckboxField
          key={lot.id}
          id={`lot-${lot.id}`}
          label={
            <>
              {lotName(lot)}
              <span className="figures block text-sm text-ink-soft">{lotNote(lot)}</span>
            </>
          }
          name="lots"
          value={String(lot.id)}
          defaultChecked={ticked.includes(lot.id)}
        />
      ))}
    </fieldset>
  );
}

/** '12 on the shelf, 40 sold', and what a sister has in common. */
export function lotNote({ onHand, sold, shares }: LotChoice & Partial<SisterLot>): string {
  const units = `${formatNumber(onHand)} on the shelf, ${formatNumber(sold)} sold`;
  return shares ? `${units} · ${shares}` : units;
}

export function MoreSisters() {
  return (
    <p className="text-sm text-ink-soft">
      There are more lots of these products, harvests and batch families. Enter their batch numbers to cover
      them.
    </p>
  );
}
