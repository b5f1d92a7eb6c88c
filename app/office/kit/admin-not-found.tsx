/** Renders the back office's 404: what was not found, and a link to its list. */
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { adminScreens } from './admin-screens.ts';

/** Records with their own pages, by the address before their id; the first match counts. */
const things: readonly { at: string; title: string; list: string; label?: string }[] = [
  { at: 'orders', title: 'Order not found.', list: 'orders' },
  { at: 'pickup-reservations', title: 'Reservation not found.', list: 'pickup-reservations' },
  { at: 'customers', title: 'Customer not found.', list: 'customers' },
  { at: 'users', title: 'Person not found.', list: 'users' },
  { at: 'products', title: 'Product not found.', list: 'inventory' },
  { at: 'price-corrections', title: 'Correction not found.', list: 'inventory' },
  { at: 'inventory/import', title: 'Import not found.', list: 'inventory/import', label: 'Import products' },
  { at: 'lots', title: 'Lot not found.', list: 'lots' },
  { at: 'waste', title: 'Waste not found.', list: 'waste' },
  { at: 'state-tracking/deliveries', title: 'Delivery not found.', list: 'state-tracking/deliveries' },
  { at: 'state-tracking/acts', title: 'Report not found.', list: 'state-tracking' },
  { at: 'outages', title: 'Outage not found.', list: 'outages' },
  { at: 'cash', title: 'Day not found.', list: 'cash' },
  { at: 'counts', title: 'Count not found.', list: 'counts', label: 'Counts' },
  { at: 'recalls', title: 'Recall not found.', list: 'recalls' },
  { at: 'closures', title: 'Closure not found.', list: 'closures' },
  { at: 'promotions', title: 'Promotion not found.', list: 'promotions' },
  { at: 'offers', title: 'Offer not found.', list: 'offers' },
  { at: 'sent-mail', title: 'Message not found.', list: 'sent-mail' },
  { at: 'settings/webhooks', title: 'Webhook not found.', list: 'settings/webhooks', label: 'Webhooks' },
  { at: 'settings/dates', title: 'Date not found.', list: 'settings/dates', label: 'Dates' },
  {
    at: 'settings/page-texts',
    title: 'Page text not found.',
    list: 'settings/page-texts',
    label: 'Page texts',
  },
];

export type AdminNotFoundWords = { title: string; text: string; back: { to: string; label: string } };

const page: AdminNotFoundWords = {
  title: 'Page not found.',
  text: 'No page exists at this address.',
  back: { to: '/admin/dashboard', label: 'Dashboard' },
};

/** @param pathname of a page that exists, with an id that does not; null for an address without a page. */
export function adminNotFoundWords(pathname: string | null): AdminNotFoundWords {
  const path = pathname?.toLowerCase().replace(/^\/admin\//, '') ?? '';
  const thing = things.find(({ at }) => path.startsWith(`${at}/`));
  if (!thing) return page;
  const label = thing.label ?? adminScreens.find((screen) => screen.path === thing.list)?.label ?? thing.list;
  return {
    title: thing.title,
    text: 'It may have been deleted, or the link may be wrong.',
    back: { to: `/admin/${thing.list}`, label },
  };
}

/** The document's title for this text. */
export function adminNotFoundTitle({ title }: AdminNotFoundWords): string {
  return `${title.replace(/\.$/, '')} · Admin`;
}

export function AdminNotFound({ words }: { words: AdminNotFoundWords }) {
  return (
    <div data-error>
      <EmptyState
        title={words.title}
        action={<ButtonLink to={words.back.to}>Back to {words.back.label}</ButtonLink>}
      >
        <p>{words.text}</p>
      </EmptyState>
    </div>
  );
}
