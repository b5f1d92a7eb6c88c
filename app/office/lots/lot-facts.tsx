/** Renders what a lot is: product, papers, certificate, and its units in the building. */
import { Link } from 'react-router';
import { dayLabel, lotStatusLabel, testStatusLabel } from '#core/goods/stock/lots/lots.ts';
import { formatNumber } from '#kernel/number.ts';
import { Panel } from '#office/kit/panel.tsx';
import { Facts } from '#ui/facts.tsx';
import type { LotView } from './lot-queries.server.ts';

const link =
  'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4 max-w-full wrap-anywhere';
const sized = ({ product, size }: { product: string; size: string | null }) =>
  [product, size].filter(Boolean).join(', ');

export function LotFacts({ lot, mayExport }: { lot: LotView; mayExport: boolean }) {
  const facts: [string, React.ReactNode][] = [
    [
      'Product',
      <Link key="product" to={`/products/${lot.productId}`} className={link}>
        {sized(lot)}
      </Link>,
    ],
    ['Test', lot.testStatus && testStatusLabel[lot.testStatus]],
    ['Laboratory', lot.labName],
    [
      'Certificate',
      lot.certificate ? (
        <a key="certificate" href={lot.certificate} className={link}>
          {lot.coaNumber ?? 'PDF'}
          <span className="sr-only"> (PDF)</span>
        </a>
      ) : (
        lot.coaNumber
      ),
    ],
    ['Package tag', lot.packageTag],
    ['Shelf place', lot.shelfPlace],
    ['Field or room', lot.grownIn],
    ['Harvested', lot.harvestedOn && dayLabel(lot.harvestedOn)],
    ['Cured', lot.curedOn && dayLabel(lot.curedOn)],
    ['Packaged', lot.packagedOn && dayLabel(lot.packagedOn)],
    ['Last day', lot.expiresOn && dayLabel(lot.expiresOn)],
    [
      'Public page',
      <Link key="public" to={`/lots/${lot.publicCode}`} className={link}>
        /lots/{lot.publicCode}
      </Link>,
    ],
  ];
  return (
    <div className="flex flex-col gap-8">
      <Panel title="What it is">
        <Facts facts={facts.filter(([, value]) => value !== null && value !== '')} />
        {mayExport ? (
          <a href={`/admin/lots/${lot.id}/sheet.pdf`} className={link}>
            Batch sheet (PDF)
          </a>
        ) : null}
        {lot.siblings.length > 0 ? (
          <div className="mt-4">
            <p className="text-ink-soft">Other lots with this batch number:</p>
            <ul>
              {lot.siblings.map((sibling) => (
                <li key={sibling.id}>
                  <Link to={`/admin/lots/${sibling.id}`} className={link}>
                    {sized(sibling)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Panel>
      <Panel title="On the shelf">
        <Facts facts={shelf(lot)} />
      </Panel>
    </div>
  );
}

/** Its units by what can be done with them; they add up to the units on hand. */
function shelf({ status, onHand, held, returned }: LotView): [string, string][] {
  if (status === 'sellable')
    return [
      ['For sale', formatNumber(onHand - held)],
      ['Held', formatNumber(held)],
    ];
  return [
    [status === 'untested' ? 'Waiting' : lotStatusLabel[status], formatNumber(onHand - returned)],
    ['Returned', formatNumber(returned)],
  ];
}
