/** Renders what only staff see of a lot: units sold, in the building and held, its recalls, and the way to the office. */
import { Link } from 'react-router';
import { FactTable } from '#core/goods/catalogue/ui/fact-table.tsx';
import { formatNumber } from '#kernel/number.ts';

export type StaffLotFacts = {
  lotId: number;
  onHand: number;
  held: number;
  sold: number;
  orders: number;
  recalls: { id: string; number: number; title: string; isExercise: boolean }[];
};

const link = 'fact-link inline-flex min-h-11 items-center';

export function StaffLot({ lot }: { lot: StaffLotFacts }) {
  return (
    <section
      aria-labelledby="staff-lot-title"
      className="mt-10 rounded-surface bg-surface p-4 inset-ring inset-ring-line print:hidden"
    >
      <h2 id="staff-lot-title" className="text-lg">
        Only staff see this
      </h2>
      <FactTable
        rows={[
          { label: 'Handed over', value: handedOver(lot) },
          { label: 'In the building', value: formatNumber(lot.onHand) },
          { label: 'Held for orders', value: formatNumber(lot.held) },
        ]}
      />
      <ul className="mt-3 text-sm">
        {lot.recalls.map(({ id, number, title, isExercise }) => (
          <li key={id}>
            <Link to={`/admin/recalls/${id}`} className={link}>
              {isExercise ? 'Exercise' : 'Recall'} {number}: {title}
            </Link>
          </li>
        ))}
        <li>
          <Link to={`/admin/lots/${lot.lotId}`} className={link}>
            Who has it, and what can be done
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** 'None yet', '3 in 1 order' */
function handedOver({ sold, orders }: StaffLotFacts): string {
  if (sold === 0) return 'None yet';
  return `${formatNumber(sold)} in ${orders === 1 ? '1 order' : `${formatNumber(orders)} orders`}`;
}
