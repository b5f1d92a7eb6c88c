/** Renders what an offer makes of prices: each product with its list price and its price, and why it is left out. */
import { Link } from 'react-router';
import type { OfferedLine } from '#core/goods/discounts/offered-products-queries.server.ts';
import { formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { FiguresTable } from '#office/kit/figures-table.tsx';
import { CheckboxField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';

/** More rows say nothing new. */
const SHOWN = 100;

export function OfferedPrices({ lines }: { lines: readonly OfferedLine[] }) {
  const out = lines.filter(({ price }) => price === null).length;
  // Those that are left out come first.
  const shown = [...lines]
    .sort((one, other) => Number(one.price !== null) - Number(other.price !== null))
    .slice(0, SHOWN);
  if (lines.length === 0) return <p className="text-ink-soft">No product on the menu yet.</p>;
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {`${formatNumber(lines.length)} ${lines.length === 1 ? 'product' : 'products'}`}
        {out > 0 ? `, ${formatNumber(out)} left out` : ''}.
      </p>
      <div className="max-w-3xl">
        <FiguresTable
          name="Prices under the offer"
          head={[
            { label: 'Product' },
            { label: 'List price', right: true },
            { label: 'Under the offer', right: true },
          ]}
          rows={shown.map((line) => ({
            key: String(line.productId),
            cells: [
              <span key="product">
                <Link to={`/admin/products/${line.productId}`}>{line.name}</Link>
                <span className="block text-xs text-ink-soft">
                  {line.category}
                  {line.forSale ? '' : ' · not for sale'}
                </span>
              </span>,
              formatCents(line.listPrice),
              line.price === null ? whyNot(line) : formatCents(line.price),
            ],
          }))}
          empty=""
        />
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
