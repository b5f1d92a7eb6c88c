/** Renders the way from a product or a lot to who bought it: its orders, and the customers who took it home. */
import { Link } from 'react-router';

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

/** Everyone who sees stock sees orders and customers, too (`everyonesPermissions`). */
export function WhoBought({
  of,
  id,
  className = '',
}: {
  of: 'product' | 'lot';
  id: number;
  className?: string;
}) {
  return (
    <p className={`flex flex-wrap items-center gap-x-4 text-sm print:hidden ${className}`}>
      <span className="text-ink-soft">Who bought this</span>
      <Link to={`/admin/orders?${of}=${id}`} className={link}>
        Orders
      </Link>
      <Link to={`/admin/customers?${of}=${id}`} className={link}>
        Customers who took it home
      </Link>
    </p>
  );
}
