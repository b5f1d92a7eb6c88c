/** Renders who had units of a recall's lots: its people, or the open orders that wait for other units. */
import { Link } from 'react-router';
import { traceLists } from '#core/recalls/trace.ts';
import { Panel } from '#office/frame/panel.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { RecallPeople } from './recall-people.tsx';
import type { RecallView } from './recall-view.server.ts';
import { Holders, tabClass } from './trace.tsx';

export function RecallTabs({
  view: { recall, people, holders, openOrders, confirm },
  phones,
  sending,
}: {
  view: RecallView;
  /** Whole numbers by person, once they were asked for. */
  phones: Readonly<Record<number, string>> | null;
  /** The intent being submitted. */
  sending: FormDataEntryValue | null;
}) {
  const tabs = [
    { to: '?', isShown: people !== null, label: 'Bought it' },
    {
      to: '?show=holders',
      isShown: holders !== null,
      label: `In open orders: ${openOrders.toLocaleString('en-US')}`,
    },
  ];
  return (
    <Panel title="Who has it" id="people">
      <nav aria-label="Who has it" className="mb-4 flex flex-wrap gap-2 print:hidden">
        {tabs.map(({ to, isShown, label }) => (
          <Link
            key={to}
            to={to}
            preventScrollReset
            aria-current={isShown ? 'page' : undefined}
            className={tabClass(isShown)}
          >
            {label}
          </Link>
        ))}
      </nav>
      {people ? (
        <RecallPeople id={recall.id} people={people} phones={phones} confirm={confirm} sending={sending} />
      ) : null}
      {holders ? (
        <>
          <p className="mb-4 text-ink-soft">
            These orders get other units, or say “Units missing” until staff replace or cancel them. Repack
            what was packed.
          </p>
          <Holders {...holders} hasManyLots={recall.lots.length > 1} />
          <div className="mt-4">
            <Pager
              list={traceLists.holders}
              state={holders.state}
              previous={holders.page.previous}
              next={holders.page.next}
            />
          </div>
        </>
      ) : null}
    </Panel>
  );
}
