import { formatNumber } from '#kernel/number.ts';
import { CellLink, FiguresTable } from '#office/kit/figures-table.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { Notice } from '#ui/notice.tsx';
import type { PresentedStock } from './present-stock.ts';

const right = (label: string) => ({ label, right: true });

export function StockView({ words, report }: PresentedStock) {
  return (
    <>
      <p role="status" className="figures mt-4 mb-1 font-medium">
        {words}
      </p>
      {report ? (
        <Figures report={report} />
      ) : (
        <Notice tone="error" title="The figures did not load.">
          Reload the page in a moment.
        </Notice>
      )}
    </>
  );
}

function Figures({ report }: { report: NonNullable<PresentedStock['report']> }) {
  const { sentence, runningOut, products, productsAreAll, baskets, basketWords } = report;
  return (
    <>
      <p className="measure mb-6 text-lg">{sentence}</p>
      <div className="grid items-start gap-x-10 gap-y-10 xl:grid-cols-6">
        <Panel
          title="Runs out before the weekend is over"
          note={`until ${report.weekendEnds}`}
          className="break-inside-avoid xl:col-span-3"
        >
          <FiguresTable
            name="Runs out before the weekend is over"
            head={[{ label: 'Product' }, right('Available'), right('Sells'), right('Out')]}
            rows={runningOut.map(({ id, name, available, pace, day }) => ({
              key: String(id),
              cells: [<Product key="product" id={id} name={name} />, available, pace, day],
            }))}
            empty="At the pace of the last four weeks, everything lasts."
          />
          <p className="measure mt-2 text-xs text-ink-soft">
            Each weekday at its own pace of the last four weeks, whatever range is chosen. Available means on
            the shelf and not reserved.
          </p>
        </Panel>
        <Panel title="Bought together" className="break-inside-avoid xl:col-span-3">
          <FiguresTable
            name="Bought together"
            head={[
              { label: 'Products' },
              right('Orders'),
              right('Of all'),
              right('Times as often as by chance'),
            ]}
            rows={baskets.map(({ one, other, names, together, support, lift }) => ({
              key: `${one} ${other}`,
              cells: [
                <span key="names" className="-my-1 flex flex-col items-start">
                  <Product id={one} name={names[0]} />
                  <Product id={other} name={names[1]} />
                </span>,
                together,
                support,
                lift,
              ],
            }))}
            empty="No two products are together in five orders more often than by chance."
          />
          <p className="figures measure mt-2 text-xs text-ink-soft">{basketWords}</p>
        </Panel>
        <Panel title="Sell-through and days of stock" className="xl:col-span-6">
          <FiguresTable
            name="Sell-through and days of stock"
            head={[
              { label: 'Product' },
              ...['Sold', 'On sale', 'Sell-through', 'Available', 'Days left', 'Revenue'].map(right),
            ]}
            rows={products.map((line) => ({
              key: String(line.id),
              cells: [
                <Product key="product" {...line} />,
                line.to ? (
                  <CellLink key="units" to={line.to}>
                    {line.units}
                    <span className="sr-only"> of {line.name}: orders</span>
                  </CellLink>
                ) : (
                  line.units
                ),
                line.there,
                line.sellThrough,
                line.available,
                line.daysLeft,
                line.revenue,
              ],
            }))}
            empty="Nothing was on the menu in this range."
          />
          <p className="figures measure mt-2 text-xs text-ink-soft">
            On sale: units on sale when the range began, and those put on sale in it. Days left: what is
            available now at the pace of this range.
            {productsAreAll ? '' : ` These are the first ${formatNumber(products.length)}; the file has all.`}
          </p>
        </Panel>
      </div>
    </>
  );
}

function Product({ id, name }: { id: number; name: string }) {
  return <CellLink to={`/admin/products/${id}`}>{name}</CellLink>;
}
