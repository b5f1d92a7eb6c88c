/** Renders what everyone at the counter must know today: a closure and the orders it leaves, recalls under way, and printers. */
import { Link } from 'react-router';
import { closureName } from '#core/sales/closures/closure.ts';
import { Notice } from '#ui/notice.tsx';
import type { Board } from '../day/board.ts';
import { PrintingNotices } from './printing-notices.tsx';

/** As large as a finger, and no higher than its line. */
const link = '-my-2.5 inline-flex min-h-11 items-center underline underline-offset-4';

export function BoardNotices({
  notices: { closure, recalls, printing },
  outside,
}: Pick<Board, 'notices' | 'outside'>) {
  return (
    <>
      {recalls.map(({ id, number, title, batches }) => (
        <Notice
          key={id}
          tone="error"
          title={`Recall ${number}: ${title}`}
          className="figures flex flex-wrap items-center gap-x-3 wrap-anywhere"
        >
          Do not hand over {batches.length === 1 ? 'batch' : 'batches'} {batches.join(', ')}.
          <Link to={`/admin/recalls/${id}`} className={link}>
            Open the recall
          </Link>
        </Notice>
      ))}
      {closure ? (
        <Notice
          tone="caution"
          title={`${closure.hours} today`}
          className="figures flex flex-wrap items-center gap-x-3 wrap-anywhere"
        >
          {closure.reason} {outsideWords(outside)}
          <Link to={`/admin/closures/${closure.number}`} className={link}>
            {closureName(closure)}
          </Link>
        </Notice>
      ) : null}
      <PrintingNotices printing={printing} />
    </>
  );
}

function outsideWords(outside: number): string {
  if (outside === 0) return '';
  return outside === 1 ? '1 order is outside these hours.' : `${outside} orders are outside these hours.`;
}
