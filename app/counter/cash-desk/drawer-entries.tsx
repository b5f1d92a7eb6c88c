/** Renders what was moved in the open drawer, newest first, each with a way to reverse it. */
import { entryLabel } from '#core/sales/cash-desk/drawer.ts';
import type { DrawerEntry, DrawerView } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Confirm } from '#ui/confirm.tsx';

export function DrawerEntries({ drawer }: { drawer: NonNullable<DrawerView['open']> }) {
  return (
    <section aria-labelledby="entries-heading" className="min-w-0">
      <h2 id="entries-heading" className="mb-2 text-lg">
        Moved in this drawer
      </h2>
      {drawer.entries.length === 0 ? (
        <p className="text-ink-soft">
          No drops, pay-outs or pay-ins yet. Sales and refunds are counted automatically.
        </p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {drawer.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} sessionId={drawer.id} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({ entry, sessionId }: { entry: DrawerEntry; sessionId: string }) {
  const { id, kind, amount, reason, by, at, isReversal, reversedBy } = entry;
  const money = formatCents(cents(amount));
  const label = isReversal ? `Reversed: ${entryLabel[kind].toLowerCase()}` : entryLabel[kind];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1">
        <p className={`figures font-medium ${reversedBy ? 'line-through decoration-ink/50' : ''}`}>
          {label} {money}
        </p>
        <p className="figures text-sm wrap-anywhere text-ink-soft">
          {reason ? `${reason} · ` : ''}
          {by}, {at}
          {reversedBy ? ` · reversed by ${reversedBy}` : ''}
        </p>
      </div>
      {isReversal || reversedBy ? null : (
        <Confirm
          label="Reverse"
          of={`${label} ${money}`}
          question={`Reverse ${label.toLowerCase()} ${money}?`}
          consequence="An opposite entry is recorded. Both stay on the list."
          rank="quiet"
          fields={{ intent: 'reverse', sessionId, entryId: id }}
        />
      )}
    </li>
  );
}
