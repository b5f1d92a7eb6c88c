/** Asks what one press answers for all rows: whose numbers an ID column has, and cells that a spreadsheet may have changed. */
import { Form, Link } from 'react-router';
import { type ImportCounts, rowCount } from '#core/goods/catalogue/imports/product-import.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ImportView } from './imports-queries.server.ts';

type Props = { found: ImportView; counts: ImportCounts; sending: string | null };

export function ImportQuestions({ found, counts, sending }: Props) {
  const { 'foreign-id': unknown = 0, renamed = 0, 'as-written': damaged = 0 } = counts.asked;
  return (
    <>
      {unknown + renamed > 0 ? (
        <Notice tone="caution" title={`${rowCount(unknown + renamed)} with an ID of another product`}>
          <p className="mt-1">
            The names do not match our products with these IDs, so nothing of ours is changed. Are the IDs
            from another program? <RowsLink />
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <Answer found={found} intent="new-products" sending={sending}>
              These are new products
            </Answer>
            {renamed > 0 ? (
              <Answer found={found} intent="our-products" sending={sending} rank="quiet">
                {`Rename our ${renamed === 1 ? 'product' : `${renamed} products`}`}
              </Answer>
            ) : null}
          </div>
        </Notice>
      ) : null}
      {damaged > 0 ? (
        <Notice tone="caution" title={`${rowCount(damaged)} that a spreadsheet may have changed`}>
          <p className="mt-1">
            Correct the cells that the rows name, or import them as they are. <RowsLink />
          </p>
          <div className="mt-2">
            <Answer found={found} intent="as-written" sending={sending}>
              Import these cells as they are
            </Answer>
          </div>
        </Notice>
      ) : null}
    </>
  );
}

const RowsLink = () => (
  <Link to="?outcome=rejected" preventScrollReset className="underline underline-offset-4 max-lg:py-3">
    Show these rows
  </Link>
);

function Answer({
  found,
  intent,
  sending,
  rank = 'secondary',
  children,
}: {
  found: ImportView;
  intent: string;
  sending: string | null;
  rank?: 'secondary' | 'quiet';
  children: string;
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="preview" value={found.preview} />
      <Button
        type="submit"
        rank={rank}
        size="small"
        className="min-h-11"
        busy={sending === intent}
        busyText="Comparing…"
      >
        {children}
      </Button>
    </Form>
  );
}
