/** Renders who had units of a recall's lots: its people, or the open orders that wait for other units. */
import { traceLists } from '#core/sales/recalls/trace.ts';
import { ListTabs } from '#office/kit/list-tabs.tsx';
import { Panel } from '#office/kit/panel.tsx';
import type { ShownPhones } from '#office/kit/shown-phones.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { RecallPeople } from './recall-people-table.tsx';
import type { RecallView } from './recall-view.server.ts';
import { Holders } from './trace-panel.tsx';

export function RecallTabs({
  view: { recall, people, holders, openOrders, confirm },
  phones,
  sending,
}: {
  view: RecallView;
  phones: ShownPhones;
  /** The intent being submitted. */
  sending: FormDataEntryValue | null;
}) {
  const tabs = [
    { value: 'people', to: '?', label: 'Bought it', count: null },
    { value: 'holders', to: '?show=holders', label: 'In open orders', count: openOrders },
  ];
  return (
    <Panel title="Who has it" id="people">
      <ListTabs label="Who has it" shown={holders ? 'holders' : 'people'} tabs={tabs} />
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
            <Pager list={traceLists.holders} state={holders.state} page={holders.page} />
          </div>
        </>
      ) : null}
    </Panel>
  );
}
