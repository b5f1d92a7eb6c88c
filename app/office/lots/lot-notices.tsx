/** Says which recalls a lot belongs to, and that reserved units of it are missing. */
import { Link } from 'react-router';
import type { readRecallsOfLot } from '#core/sales/recalls/recalls-queries.server.ts';
import { Notice } from '#ui/notice.tsx';
import type { LotView } from './lot-queries.server.ts';

type Recalls = Awaited<ReturnType<typeof readRecallsOfLot>>;

export function LotNotices({ lot, recalls }: { lot: LotView; recalls: Recalls }) {
  return (
    <>
      {recalls.map(({ id, number, title, isExercise }) => (
        <Notice key={id} tone={isExercise ? 'info' : 'error'} className="mb-5">
          {isExercise ? 'Exercise' : 'Recall'} {number}:{' '}
          <Link to={`/admin/recalls/${id}`} className="underline underline-offset-4">
            {title}
          </Link>
        </Notice>
      ))}
      {lot.missing > 0 ? (
        <Notice tone="caution" className="mb-5">
          {lot.missing === 1 ? '1 reserved unit' : `${lot.missing} reserved units`} of {lot.product}{' '}
          {lot.missing === 1 ? 'is' : 'are'} missing:{' '}
          <Link
            to={`/admin/orders?tab=missing&product=${lot.productId}`}
            className="underline underline-offset-4"
          >
            replace, reduce or cancel
          </Link>
          .
        </Notice>
      ) : null}
    </>
  );
}
