import { expect, test } from 'vitest';
import { adminNotFoundTitle, adminNotFoundWords } from './admin-not-found.tsx';

test.each([
  ['/admin/orders/ORD999999', 'Order not found.', '/admin/orders'],
  ['/admin/orders/ORD999999/edit', 'Order not found.', '/admin/orders'],
  ['/admin/pickup-reservations/x/order', 'Reservation not found.', '/admin/pickup-reservations'],
  ['/admin/inventory/import/x', 'Import not found.', '/admin/inventory/import'],
  ['/admin/lots/9/ledger', 'Lot not found.', '/admin/lots'],
  ['/admin/waste/9', 'Waste not found.', '/admin/waste'],
  ['/admin/state-tracking/deliveries/9', 'Delivery not found.', '/admin/state-tracking/deliveries'],
  ['/admin/state-tracking/acts/9', 'Report not found.', '/admin/state-tracking'],
  ['/admin/outages/9', 'Outage not found.', '/admin/outages'],
  ['/admin/counts/9/paper', 'Count not found.', '/admin/counts'],
  ['/admin/recalls/x/people/1', 'Recall not found.', '/admin/recalls'],
  ['/admin/closures/9', 'Closure not found.', '/admin/closures'],
  ['/ADMIN/Customers/nobody', 'Customer not found.', '/admin/customers'],
  ['/admin/users/x/leave', 'Person not found.', '/admin/users'],
  ['/admin/products/0/lots', 'Product not found.', '/admin/inventory'],
  ['/admin/promotions/x', 'Promotion not found.', '/admin/promotions'],
  ['/admin/offers/x', 'Offer not found.', '/admin/offers'],
  ['/admin/sent-mail/x', 'Message not found.', '/admin/sent-mail'],
  ['/admin/settings/dates/x', 'Date not found.', '/admin/settings/dates'],
  ['/admin/settings/page-texts/x', 'Page text not found.', '/admin/settings/page-texts'],
  ['/admin/orders', 'Page not found.', '/admin/dashboard'],
  [null, 'Page not found.', '/admin/dashboard'],
])('%s: %s', (path, title, to) => {
  const words = adminNotFoundWords(path);
  expect(words.title).toBe(title);
  expect(words.back.to).toBe(to);
  expect(adminNotFoundTitle(words)).toBe(`${title.slice(0, -1)} · Admin`);
});
