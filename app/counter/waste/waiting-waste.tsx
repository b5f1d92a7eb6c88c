/** Renders the waste that waits to be destroyed, each with Undo. */
import { Form, Link, useNavigation } from 'react-router';
import { wasteName, wasteReasonLabel, weightWords } from '#core/goods/stock/waste/waste.ts';
import type { WasteRow } from '#core/goods/stock/waste/waste-list.ts';
import { Button, ButtonLink } from '#ui/button.tsx';

export function WaitingWaste({ rows }: { rows: readonly WasteRow[] }) {
  const undoing = useNavigation().formData?.get('number');
  return (
    <section aria-labelledby="waiting-heading" className="mt-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="waiting-heading" className="text-lg">
          Waiting to be destroyed
        </h2>
        {rows.length > 0 ? (
          <ButtonLink to="/admin/waste/destroy" rank="secondary" className="min-h-11">
            Record destruction
          </ButtonLink>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <p className="text-ink-soft">Nothing is waiting. Find a lot to move its units to waste.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <li
              key={row.number}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5"
            >
              <div className="min-w-0 flex-1 basis-60">
                <p className="figures wrap-anywhere">
                  <Link
                    to={`/admin/waste/${row.number}`}
                    className="mr-3 inline-flex min-h-11 items-center font-medium underline underline-offset-4"
                  >
                    {wasteName(row.number)}
                  </Link>
                  {row.units} × {row.product}
                  {row.size ? ` · ${row.size}` : ''}
                </p>
                <p className="figures text-sm text-ink-soft wrap-anywhere">{wasteFacts(row)}</p>
              </div>
              {row.reason === 'returned' ? null : (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="undo" />
                  <input type="hidden" name="number" value={row.number} />
                  <Button
                    type="submit"
                    rank="quiet"
                    size="small"
                    busy={undoing === String(row.number)}
                    busyText="Undoing…"
                    className="min-h-11"
                  >
                    Undo<span className="sr-only"> {wasteName(row.number)}</span>
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function wasteFacts({ batchNumber, weightMg, reason, recorded, recordedBy, witness }: WasteRow): string {
  return [
    wasteReasonLabel[reason],
    `Batch ${batchNumber}`,
    weightWords(weightMg),
    `${recordedBy}, ${recorded}`,
    witness && `witness ${witness}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
