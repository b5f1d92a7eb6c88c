/** Renders what the Metrc of the demo has: receipts, adjustments and packages, with the times at which they changed. */
import type { ReactNode } from 'react';
import { FiguresTable } from '#office/kit/figures-table.tsx';
import { Panel } from '#office/kit/panel.tsx';
import type { PlayPage } from './play-page-queries.server.ts';

const cell = (key: string, children: ReactNode, width = 'min-w-32') => (
  <span key={key} className={`block ${width} wrap-anywhere`}>
    {children}
  </span>
);

const noteOf = (rows: readonly unknown[]) => (rows.length === 0 ? null : 'The last 20');

export function PlayRecords({
  packages,
  receipts,
  adjustments,
}: Pick<PlayPage, 'packages' | 'receipts' | 'adjustments'>) {
  return (
    <>
      <Panel title="Receipts" note={noteOf(receipts)} className="mb-8">
        <FiguresTable
          name="Receipts"
          head={[
            { label: 'Number' },
            { label: 'Sold' },
            { label: 'What' },
            { label: 'Total', right: true },
            { label: 'State' },
            { label: 'Changed' },
          ]}
          rows={receipts.map(({ number, ours, soldAt, lines, total, state, changedAt }) => ({
            key: number,
            cells: [
              cell('number', ours === '' ? number : `${ours}, ${number}`),
              cell('sold', soldAt),
              cell('what', lines.join('; '), 'min-w-48'),
              total,
              state,
              cell('changed', changedAt),
            ],
          }))}
          empty="No sale has been reported."
        />
      </Panel>
      <Panel title="Adjustments" note={noteOf(adjustments)} className="mb-8">
        <FiguresTable
          name="Adjustments"
          head={[
            { label: 'When' },
            { label: 'Item' },
            { label: 'Units', right: true },
            { label: 'Reason' },
            { label: 'By' },
          ]}
          rows={adjustments.map(({ key, item, quantity, reason, note, by, at }) => ({
            key,
            cells: [
              cell('when', at),
              cell('item', item, 'min-w-40'),
              quantity,
              cell('reason', note === '' ? reason : `${reason}: ${note}`, 'min-w-48'),
              cell('by', by),
            ],
          }))}
          empty="No quantity has been adjusted."
        />
      </Panel>
      <Panel title="Packages" note={String(packages.length)}>
        <FiguresTable
          name="Packages"
          head={[
            { label: 'Package' },
            { label: 'Units', right: true },
            { label: 'State' },
            { label: 'Changed' },
          ]}
          rows={packages.map(({ tag, item, quantity, state, changedAt }) => ({
            key: tag,
            cells: [
              <span key="package" className="block min-w-48">
                {item}
                <span className="figures block text-xs text-ink-soft">{tag}</span>
              </span>,
              quantity,
              cell('state', state),
              cell('changed', changedAt),
            ],
          }))}
          empty="No packages."
        />
      </Panel>
    </>
  );
}
