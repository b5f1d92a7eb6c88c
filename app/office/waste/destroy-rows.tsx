/** Renders the waste to choose from: what was destroyed together. */
import { wasteName, wasteReasonLabel, weightWords } from '#core/goods/stock/waste/waste.ts';
import type { WasteRow } from '#core/goods/stock/waste/waste-list.ts';

export function DestroyRows({ rows, chosen }: { rows: readonly WasteRow[]; chosen: readonly string[] }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">What was destroyed</legend>
      <ul className="divide-y divide-line rounded-surface bg-surface inset-ring inset-ring-line">
        {rows.map((row) => (
          <li key={row.number}>
            <label className="flex min-h-11 items-start gap-3 px-4 py-2.5 has-checked:bg-spruce-100">
              <input
                type="checkbox"
                name="waste"
                value={row.number}
                defaultChecked={chosen.includes(String(row.number))}
                className="mt-0.5 size-5 shrink-0 accent-spruce-700"
              />
              <span className="figures min-w-0 wrap-anywhere">
                <span className="font-medium">{wasteName(row.number)}</span> · {row.units} × {row.product}
                {row.size ? `, ${row.size}` : ''}
                <span className="block text-sm text-ink-soft">
                  {[
                    wasteReasonLabel[row.reason],
                    `Batch ${row.batchNumber}`,
                    weightWords(row.weightMg),
                    `${row.recordedBy}, ${row.recorded}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
