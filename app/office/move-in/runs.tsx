/** How a move is run, and its last runs. */
import { ButtonLink } from '#ui/button.tsx';
import type { MoveInPage } from './move-in-page-queries.server.ts';

const COMMANDS = [
  ['Try it, and write nothing', 'npm run move-in -- --from postgres://… --files FOLDER --dry-run'],
  ['Move, or bring what changed since', 'npm run move-in -- --from postgres://… --files FOLDER'],
  ['Delete everything that moved', 'npm run move-in -- --undo'],
] as const;

/** For owners without a terminal. */
export function FromFiles() {
  return (
    <section aria-labelledby="files" className="max-w-3xl">
      <h2 id="files" className="mb-2 text-lg">
        From files
      </h2>
      <p className="mb-3 text-ink-soft">
        Products, customers and past sales that Square, Shopify, WooCommerce, a farm’s point of sale or a
        spreadsheet exported. No terminal is needed.
      </p>
      <ButtonLink to="/admin/settings/move-in/files">Files of another system</ButtonLink>
    </section>
  );
}

export function Commands() {
  return (
    <section aria-labelledby="commands">
      <h2 id="commands" className="mb-2 text-lg">
        On the shop’s machine
      </h2>
      <p className="mb-2 max-w-3xl text-ink-soft">
        A move reads the former shop’s database, a folder of CSV files named after its tables, or an export of
        a shop like this one. No one gets a message because of it.
      </p>
      <dl className="max-w-3xl">
        {COMMANDS.map(([what, command]) => (
          <div key={what} className="border-t border-line py-2">
            <dt>{what}</dt>
            <dd>
              <code translate="no" className="break-words">
                {command}
              </code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Runs({ runs }: Pick<MoveInPage, 'runs'>) {
  return (
    <section aria-labelledby="runs">
      <h2 id="runs" className="mb-2 text-lg">
        Last runs
      </h2>
      {runs.length === 0 ? <p className="text-ink-soft">Nothing has been moved or tried yet.</p> : null}
      <ul className="max-w-3xl">
        {runs.map(({ what, place, at, took }) => (
          <li key={`${at} ${what}`} className="flex flex-wrap gap-x-4 border-t border-line py-2">
            <span className="font-medium">{what}</span>
            <span>{at}</span>
            <span className="text-ink-soft">{took}</span>
            <span translate="no" className="min-w-0 break-all text-ink-soft">
              {place}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
