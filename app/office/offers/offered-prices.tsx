/** Renders what an offer makes of prices: each product with its list price and its price, and why it is left out. */
import { Link } from 'react-router';
import type { OfferedLine } from '#core/goods/discounts/offered-products-queries.server.ts';
import { formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { CheckboxField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';

/** More rows say nothing new. */
const SHOWN = 100;

export function OfferedPrices({ lines }: { lines: readonly OfferedLine[] }) {
  const out = lines.filter(({ price }) => price === null).length;
  if (lines.length === 0) return <p className="text-ink-soft">No product on the menu yet.</p>;
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {`${formatNumber(lines.length)} ${lines.length === 1 ? 'product' : 'products'}`}
        {out > 0 ? `, ${formatNumber(out)} left out` : ''}.
      </p>
      <div className="overflow-x-auto">
        <table className="figures w-full max-w-3xl text-left text-sm">
          <thead className="border-b border-line text-ink-soft">
            <tr>
              <th className="py-2 pr-4 font-medium">Product</th>
              <th className="py-2 pr-4 text-right font-medium">List price</th>
              <th className="py-2 text-right font-medium">Under the offer</th>
            </tr>
          </thead>
          <tbody>
            {[...lines]
              .sort((one, other) => Number(one.price !== null) - Number(other.price !== null))
              .slice(0, SHOWN)
              .map((line) => (
                <tr key={line.productId} className="border-b border-line align-top">
                  <td className="py-2 pr-4">
                    <Link to={`/admin/products/${line.productId}`}>{line.name}</Link>
                    <span className="block text-xs text-ink-soft">
                      {line.category}
                      {line.forSale ? '' : ' · not for sale'}
                    </span>
                  </td>
                  <td className="py-2 pr-4 text-right">{formatCents(line.listPrice)}</td>
                  <td className="py-2 text-right">
                    {line.price === null ? whyNot(line) : formatCents(line.price)}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {lines.length > SHOWN ? (
        <p className="mt-2 text-sm text-ink-soft">{`And ${formatNumber(lines.length - SHOWN)} more.`}</p>
      ) : null}
    </>
  );
}

const whyNot = ({ belowFloor }: OfferedLine) =>
  belowFloor
    ? `Left out: ${formatCents(belowFloor.price)} is below the floor of ${formatCents(belowFloor.floor)}`
    : 'Left out: not lower';

/** What is below the floor, to be accepted before the offer is saved. */
export function LeftOut({ words }: { words: readonly string[] }) {
  return (
    <Notice tone="caution" title="Below the legal floor">
      <ul className="mt-1 mb-2 list-disc pl-5">
        {words.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <CheckboxField
        name="leavesOut"
        value="yes"
        label={
          words.length === 1 ? 'Leave this product out of the offer' : 'Leave these products out of the offer'
        }
      />
    </Notice>
  );
}
