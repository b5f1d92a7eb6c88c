/** Renders a journal: sums by account, the download, and each entry with its lines. */
import { FiguresTable } from '#office/kit/figures-table.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Download } from '#ui/icons.ts';
import type { PresentedJournal } from './present-journal.ts';

const HEAD = [{ label: 'Account' }, { label: 'Debit', right: true }, { label: 'Credit', right: true }];

export function JournalView({
  file,
  ...shown
}: PresentedJournal & {
  /** Its address. */
  file: string;
}) {
  const { days, program, isWhole, lines, accounts, total, entries } = shown;
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  return (
    <>
      <div className="mt-6 mb-5 flex max-w-3xl flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="figures">
          <span className="font-medium">{days}</span>: {count(entries.length, 'entry', 'entries')} with{' '}
          {count(lines, 'line', 'lines')} for {program}.
          {isWhole ? ' The entry counts on the last of these days.' : ''}
        </p>
        {entries.length === 0 ? null : (
          <a href={file} className={buttonClass('primary', 'small', 'min-h-11')}>
            <Download aria-hidden="true" className="size-4" /> Download for {program}
          </a>
        )}
      </div>
      <Panel title="By account" className="max-w-3xl">
        <FiguresTable
          name="By account"
          head={HEAD}
          rows={accounts.map(({ account, debit, credit }) => ({
            key: account,
            cells: [account, debit, credit],
          }))}
          total={['Total', total.debit, total.credit]}
          empty="No sales and no cash on these days."
        />
      </Panel>
      <div className="mt-8 max-w-3xl space-y-3">
        {entries.map(({ number, day, lines: own }) => (
          <details
            key={number}
            className="rounded-surface border border-line bg-surface [--sideways-on:var(--color-surface)]"
            open={entries.length === 1}
          >
            <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-medium">
              {day} <span className="font-normal text-ink-soft">· {number}</span>
            </summary>
            <div className="px-3 pb-3">
              <FiguresTable
                name={`Entry ${number}`}
                head={[{ label: 'Account' }, { label: 'What' }, ...HEAD.slice(1)]}
                rows={own.map(({ key, account, memo, debit, credit }) => ({
                  key,
                  cells: [account, memo, debit, credit],
                }))}
                empty=""
              />
            </div>
          </details>
        ))}
      </div>
    </>
  );
}
