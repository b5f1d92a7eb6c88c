/** Renders a product's lots at a glance: batch number, units, test, last day. */
import { Link } from 'react-router';
import { dayLabel, lotLabel, testStatusLabel, unitsLabel, unitsOfLots } from '#core/goods/stock/lots/lots.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import type { ProductLot } from './product-lots-queries.server.ts';

const tones: Readonly<Record<ProductLot['status'], Tone>> = {
  sellable: 'green',
  untested: 'yellow',
  quarantined: 'yellow',
  recalled: 'red',
  expired: 'red',
};

/** A lot on sale with no units left sells nothing: it says so. */
export function LotBadge({ lot }: { lot: Parameters<typeof lotLabel>[0] & Pick<ProductLot, 'onHand'> }) {
  if (lot.status === 'sellable' && lot.onHand === 0) return <StatusBadge tone="plain">None left</StatusBadge>;
  return <StatusBadge tone={tones[lot.status]}>{lotLabel(lot)}</StatusBadge>;
}

export function LotSummary({ lots, path }: { lots: readonly ProductLot[]; path: string }) {
  return (
    <section aria-label="Lots" className="mt-8">
      <h2 className="mb-2 text-lg">Lots</h2>
      {lots.length === 0 ? (
        <p className="text-ink-soft">No lots yet.</p>
      ) : (
        <>
          <p className="figures mb-2">{unitsLabel(unitsOfLots(lots))}</p>
          <ul className="flex flex-col gap-2">
            {lots.map((lot) => (
              <li key={lot.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Link
                  to={`/admin/lots/${lot.id}`}
                  className="inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4"
                >
                  {lot.batchNumber}
                </Link>
                <LotBadge lot={lot} />
                <span className="figures text-ink-soft">
                  {lot.onHand} on hand, {lot.held} held
                  {lot.testStatus ? ` · ${testStatusLabel[lot.testStatus]}` : ''}
                  {lot.expiresOn ? ` · last day to sell ${dayLabel(lot.expiresOn)}` : ''}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link
        to={path}
        className="mt-1 inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
      >
        Manage lots
      </Link>
    </section>
  );
}
