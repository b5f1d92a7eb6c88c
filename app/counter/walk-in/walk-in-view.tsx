/** Renders a walk-in: scan and search on one side, what it buys and the total on the other. */
import { Link } from 'react-router';
import { Confirm } from '#ui/confirm.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { headLink } from '../kit/counter-head.tsx';
import type { FoundProduct } from '../kit/products-to-add-queries.server.ts';
import { ShowsOrder } from '../kit/shows-order.tsx';
import { CodeField } from '../packing/code-field.tsx';
import type { PackAnswer } from '../packing/pack-answer.ts';
import { Said } from '../packing/said.tsx';
import { usePackingScans } from '../packing/use-packing-scans.ts';
import { SearchProducts } from './search-products.tsx';
import { WalkInLines } from './walk-in-lines.tsx';
import type { WalkInView } from './walk-in-queries.server.ts';

/** The room of a long name at 768 px. */
const THREE_LINES = 'min-h-24 px-4 py-2 text-base leading-6';

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
      <ShowsOrder walkIn={walkIn.id} version={`${walkIn.units} ${walkIn.total}`} />
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6">
        <div>
          <h1 className="text-2xl">Walk-in</h1>
          <p className="figures mt-1 text-ink-soft">
            ID checked by {walkIn.by} at {walkIn.at}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 text-sm">
          <Link to="/counter" className={headLink}>
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
          <Said
            said={scans.said}
            fetcher={scans.fetcher}
            clear={scans.clear}
            hint="Scan each unit, or search for a product."
            room={THREE_LINES}
          />
          <div className="rounded-surface bg-cream p-4">
            <CodeField newKey={newKey} enter="Add" scans={scans} />
          </div>
          <SearchProducts q={q} found={found} lines={walkIn.lines} scans={scans} />
        </div>
        <WalkInLines walkIn={walkIn} scans={scans} />
      </div>
    </div>
  );
}
