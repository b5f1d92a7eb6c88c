/** Lists the lots that cannot go on sale yet, with what each of them lacks and a link to it. */
import { Link } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import { lotRowId } from './release-fields.ts';
import type { IncompleteLot } from './waiting-lots-queries.server.ts';

/** More do not help anyone: the rest follows when these are complete. */
const MOST_SHOWN = 200;

const link = 'inline-block py-1 underline underline-offset-4 max-lg:py-3';

/** `isOnPage`: each lot has a row on this page, which its link leads to; what was typed stays there. */
export function IncompleteLots({ lots, isOnPage }: { lots: readonly IncompleteLot[]; isOnPage: boolean }) {
  if (lots.length === 0) return null;
  const more = lots.length - MOST_SHOWN;
  return (
    <>
      <ul aria-label="Lots that cannot go on sale yet" className="mt-1">
        {lots.slice(0, MOST_SHOWN).map(({ id, batchNumber, product, size, needs }) => (
          <li key={id} className="wrap-anywhere">
            {isOnPage ? (
              <a href={`#${lotRowId(id)}`} className={link}>
                {batchNumber}
              </a>
            ) : (
              <Link to={`/admin/lots/${id}`} target="_blank" className={link}>
                {batchNumber}
              </Link>
            )}{' '}
            {[product, size].filter(Boolean).join(', ')}: {needs}
          </li>
        ))}
      </ul>
      {more > 0 ? <p>And {formatNumber(more)} more.</p> : null}
    </>
  );
}
