/** Renders where a person at work is signed in, and whether a PIN takes tablets over for them. */
import { Panel } from '#office/kit/panel.tsx';
import type { PersonAtWork } from './person-queries.server.ts';

export function PersonDevices({ of: { devices, hasPin } }: { of: PersonAtWork }) {
  return (
    <Panel title="Signed in on" id="devices" note={hasPin ? 'Has a PIN for shared tablets' : 'No PIN'}>
      {devices.length === 0 ? <p className="text-ink-soft">Nowhere.</p> : null}
      <ul className="divide-y divide-line">
        {devices.map(({ id, device, lastUsed }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2">
            <span className="min-w-0 wrap-anywhere">{device}</span>
            <span className="figures text-ink-soft">last used {lastUsed}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
