/** Renders the queue of age decisions, each decided in place. */
import { Link } from 'react-router';
import { type AgeCase, missingLabel } from '#core/accounts/customers/age-queue.ts';
import { EmailAddress } from '#ui/email-address.tsx';
import { AgeWords, Decide } from './age-case.tsx';

function QueueRow({
  row,
  isOpen,
  settling,
  to,
}: {
  row: AgeCase;
  isOpen: boolean;
  settling: boolean;
  to: string;
}) {
  return (
    <li
      className={`grid items-center gap-x-6 gap-y-1 px-2 py-2.5 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_28rem] ${isOpen ? 'bg-spruce-100' : ''}`}
    >
      <div className="min-w-0">
        <p className="font-medium break-words">{row.name}</p>
        <p className="wrap-anywhere text-ink-soft">
          <EmailAddress>{row.email}</EmailAddress>
        </p>
      </div>
      <div className="min-w-0">
        <p>
          <AgeWords of={row} />
          <span className="figures text-ink-soft"> · joined {row.joined}</span>
        </p>
        <p className="text-ink-soft">
          {row.isNewPhoto ? 'New photo. ' : null}
          {row.missing.length === 0
            ? 'Ready to decide'
            : `Missing: ${row.missing.map((proof) => missingLabel[proof]).join(', ')}`}
        </p>
      </div>
      {isOpen ? (
        <p className="flex min-h-11 items-center font-medium md:col-span-2 xl:col-span-1">Open above</p>
      ) : (
        <div className="grid min-[18rem]:grid-cols-2 items-center gap-x-3 gap-y-1 sm:grid-cols-[4rem_11.25rem_11.25rem] md:col-span-2 xl:col-span-1">
          <Link
            to={to}
            className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4 max-sm:col-span-full"
          >
            Review<span className="sr-only"> {row.name}</span>
          </Link>
          <Decide of={row} next={null} settling={settling} inList />
        </div>
      )}
    </li>
  );
}

export function Queue({
  rows,
  isOldestFirst,
  openId,
  settling,
  caseLink,
}: {
  rows: readonly AgeCase[];
  isOldestFirst: boolean;
  openId: string | null;
  settling: boolean;
  caseLink: (userId: string) => string;
}) {
  return (
    <section aria-labelledby="queue" className="mt-8">
      <h2 id="queue" className="mb-1 text-lg">
        Pending, {isOldestFirst ? 'oldest' : 'newest'} first
      </h2>
      <p className="mb-3 text-ink-soft">
        If the license photo is missing, review the profile to approve it with the physical license in hand.
      </p>
      <ol className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <QueueRow
            key={row.userId}
            row={row}
            isOpen={row.userId === openId}
            settling={settling}
            to={caseLink(row.userId)}
          />
        ))}
      </ol>
    </section>
  );
}
