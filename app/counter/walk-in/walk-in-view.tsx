/** Renders a walk-in: scan and search on one side, what it buys and the total on the other. */
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import type { PackAnswer } from '../packing/pack-answer.ts';
import { usePackingScans } from '../packing/use-packing-scans.ts';
import type { FoundProduct } from './found-products-queries.server.ts';
import { SearchProducts } from './search-products.tsx';
import { WalkInLines } from './walk-in-lines.tsx';
import type { WalkInView } from './walk-in-queries.server.ts';
import { WalkInSaid } from './walk-in-said.tsx';

type Props = {
  walkIn: WalkInView;
  q: string;
  /** null without a search. */
  found: FoundProduct[] | null;
  /** Of the next code that is typed. */
  newKey: string;
  answer: PackAnswer | undefined;
};

export function WalkInForms({ walkIn, q, found, newKey, answer }: Props) {
  const scans = usePackingScans(useAnswer(answer));
  return (
    <div className="mx-auto max-w-6xl">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6">
        <div>
          <h1 className="text-2xl">Walk-in</h1>
          <p className="figures mt-1 text-ink-soft">
            ID checked by {walkIn.by} at {walkIn.at}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 text-sm">
          <Link to="/counter" className="inline-flex min-h-11 items-center underline underline-offset-4">
            Board
          </Link>
          <Confirm
            label="End without a sale"
            of="this walk-in"
            question="End this walk-in?"
            consequence="Its list and the ID check are deleted. Nothing is sold."
            fields={{ intent: 'end' }}
            rank="quiet"
          />
        </div>
      </div>
      <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <WalkInSaid said={scans.said} fetcher={scans.fetcher} clear={scans.clear} />
          <ScanField newKey={newKey} scans={scans} />
          <SearchProducts q={q} found={found} lines={walkIn.lines} scans={scans} />
        </div>
        <WalkInLines walkIn={walkIn} scans={scans} />
      </div>
    </div>
  );
}

/** For codes that are typed, and scans without scripts. */
function ScanField({ newKey, scans }: { newKey: string; scans: ReturnType<typeof usePackingScans> }) {
  const { fetcher, clear, isBusy } = scans;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fetcher.data?.kind === 'done') form.current?.reset();
  }, [fetcher.data]);
  return (
    <div className="rounded-surface bg-cream p-4">
      <fetcher.Form ref={form} method="post" onSubmit={clear} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="scan" />
        <input type="hidden" name="key" value={newKey} />
        <Field
          label="Scan or type a code"
          name="code"
          required
          maxLength={400}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="min-w-0 grow basis-56"
        />
        <Button type="submit" rank="secondary" className="min-h-12" busy={isBusy}>
          Add
        </Button>
      </fetcher.Form>
    </div>
  );
}
