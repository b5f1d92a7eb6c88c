/** Says that no offer counts while the store gives no discounts. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';

export function DiscountsOff() {
  return (
    <Notice tone="caution" title="Discounts are turned off, so no offer counts." className="mb-6 max-w-3xl">
      <p>
        <Link to="/admin/settings/discounts" className="underline underline-offset-4">
          Turn on discounts
        </Link>{' '}
        once your terms and dates are ready.
      </p>
    </Notice>
  );
}
