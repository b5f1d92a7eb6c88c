/** Renders what an import means for sale, what it asks, and the one control that fills in what is missing for all rows. */
import { Form, Link } from 'react-router';
import type { SaleAfter } from '#core/goods/catalogue/imports/import-plan.ts';
import { type ImportCounts, rowCount, saleSentence } from '#core/goods/catalogue/imports/product-import.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ImportView } from './imports-queries.server.ts';

const order: readonly (readonly [RegExp, string | null])[] = [
  [/^for-sale$/, null],
  [/^waiting$/, 'waiting'],
  [/^no-units$/, null],
  [/^missing:/, 'off-sale'],
  [/^not-wanted$/, null],
];

/** One line for each meaning; lines that staff may want to look at link to their rows. */
export function SaleSummary({ counts, isApplied }: { counts: ImportCounts; isApplied: boolean }) {
  const entries = Object.entries(counts.sale) as [SaleAfter, number][];
  if (entries.length === 0) return null;
  return (
    <ul className="figures list-disc pl-5">
      {order.flatMap(([pattern, filter]) =>
        entries
          .filter(([sale]) => pattern.test(sale))
          .map(([sale, count]) => (
            <li key={sale} className={filter ? 'max-lg:py-2' : undefined}>
              {saleSentence(sale, count, isApplied)}{' '}
              {filter ? (
                <Link
                  to={`?outcome=${filter}`}
                  preventScrollReset
                  className="whitespace-nowrap underline underline-offset-4 max-lg:py-3"
                >
                  Show rows
                </Link>
              ) : null}
            </li>
          )),
      )}
    </ul>
  );
}

type Props = { found: ImportView; counts: ImportCounts; busy: boolean };

/** In files that do not say which products are for sale, as an owner's own list. */
export function PutOnSale({ found, counts, busy }: Props) {
  const isForSale = found.options.forSale === true;
  if (!isForSale && (found.mapping.forSale !== undefined || counts.new === 0)) return null;
  return (
    <Question
      found={found}
      intent={isForSale ? 'unsell' : 'sell'}
      title={isForSale ? 'New products go on sale' : 'The file has no For Sale column'}
      text="Cannabis goes on sale once its legal details are complete and its lot is tested."
      button={isForSale ? 'Leave new products off sale' : 'Put new products on sale'}
      busy={busy}
    />
  );
}

export function FillIn({ found, counts, busy }: Props) {
  const isFilled = found.options.fill === true;
  if (!isFilled && counts.fillable === 0) return null;
  return (
    <Question
      found={found}
      intent={isFilled ? 'unfill' : 'fill'}
      title={
        isFilled
          ? 'Missing counts-as and amounts are filled in from category and size'
          : `${rowCount(counts.fillable)} can be completed from category and size`
      }
      text={
        isFilled
          ? 'Each row below shows what was filled in.'
          : 'Such as 3.5 g in Flower: counts as flower, 3.5 g. You see each value before you import.'
      }
      button={isFilled ? 'Leave them empty' : `Fill in ${rowCount(counts.fillable)}`}
      busy={busy}
    />
  );
}

function Question({
  found,
  intent,
  title,
  text,
  button,
  busy,
}: {
  found: ImportView;
  intent: string;
  title: string;
  text: string;
  button: string;
  busy: boolean;
}) {
  return (
    <Notice tone="info" title={title}>
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="preview" value={found.preview} />
        <p className="mt-1">{text}</p>
        <Button
          type="submit"
          rank="secondary"
          size="small"
          className="min-h-11"
          busy={busy}
          busyText="Comparing…"
        >
          {button}
        </Button>
      </Form>
    </Notice>
  );
}
