/** Renders which figure goes into which line of New York's quarterly returns. */
import { Link } from 'react-router';
import { FiguresTable } from '#office/kit/figures-table.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { Notice } from '#ui/notice.tsx';
import type { PresentedMonthEnd } from './present-month-end.ts';

type Props = NonNullable<PresentedMonthEnd['taxReturn']>;

export function TaxReturnTables({ due, isPartial, isEstimated, cannabis, sales }: Props) {
  const tables = [
    ['Cannabis tax return (Web File)', cannabis],
    ['Sales tax return (Form ST-100)', sales],
  ] as const;
  return (
    <section aria-labelledby="tax-return" className="mt-10 break-inside-avoid">
      <h2 id="tax-return" className="text-xl">
        Tax returns
      </h2>
      <p className="measure mt-1 mb-4 text-ink-soft">
        Due {due}. {isPartial ? 'The quarter is not over: these are the figures so far. ' : ''}Compare them
        with the form before you file.
      </p>
      {isEstimated ? (
        <Notice tone="caution" title="One tax rule applies to every tax class." className="max-w-3xl">
          No return can be filled in from it. The New York preset in{' '}
          <Link to="/admin/settings/tax" className="underline underline-offset-4">
            Tax
          </Link>{' '}
          has a rule for each tax.
        </Notice>
      ) : (
        <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
          {tables.map(([title, lines]) => (
            <Panel key={title} title={title} className="break-inside-avoid">
              <FiguresTable
                name={title}
                head={[{ label: 'Line' }, { label: 'Figure' }, { label: 'Amount', right: true }]}
                rows={lines.map(({ key, where, what, amount }) => ({ key, cells: [where, what, amount] }))}
                empty="No tax rule is for these sales."
              />
            </Panel>
          ))}
        </div>
      )}
    </section>
  );
}
