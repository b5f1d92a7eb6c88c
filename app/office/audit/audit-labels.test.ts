/** Walks through every kind of audit entry: each uses the screens' words, without a column's name or 'none'. */
import { expect, test } from 'vitest';
import { allProductFields } from '#core/goods/catalogue/products/product-fields.ts';
import type { AuditState, AuditSubject } from '#core/ground/audit/audit.ts';
import { type AuditAction, auditActions } from '#core/ground/audit/audit-actions.ts';
import { unworded } from '#tests/support/audit-words.ts';

type Example = [AuditSubject, before: AuditState | null, after: AuditState | null, subjectId?: string];

const papers = {
  batchNumber: 'BVK-2604',
  packageTag: null,
  retailItemId: '17',
  testStatus: 'NotTested',
  labName: '',
  coaNumber: 'C-1',
  totalThcBasisPoints: 2450,
  totalCbdBasisPoints: null,
  harvestedOn: '2026-01-02',
  packagedOn: null,
  expiresOn: '2027-01-02',
};
const counts = { received: 10, onHand: 4, sold: 6, returned: 0, heldUnits: 1, heldOrders: 1, buyers: 5 };
const exported = { filters: { status: 'pending', payment: 'pay_on_pickup', find: '' }, sort: '-created' };
const rule = { name: 'Excise', on: 'Cannabis', rate: '9%', from: 'Nov 1, 2026', lastDay: 'no end' };
const date = { title: 'Permit', dueOn: '2027-01-01', repeat: 'yearly', reminderDays: [30], note: '' };
const promotion = {
  title: 'News',
  words: 'Come by.',
  path: null,
  offer: { terms: 'Today', from: '2026-11-01' },
};
const drawer = { drawer: 12, holder: 'Kim Reyes' };
const drawerCount = { expectedInCents: 41_235, countedInCents: 41_135, varianceInCents: -100 };
const product: Example = [
  'product',
  Object.fromEntries(allProductFields.map((field) => [field, ''])),
  {
    ...Object.fromEntries(allProductFields.map((field) => [field, 'x'])),
    ...{ taxClass: 'merchandise', limitCategory: 'flower', strainType: 'hybrid', productType: 'fly_fishing' },
  },
];
const was = (before: AuditState, after: AuditState, subject: AuditSubject): Example => [
  subject,
  before,
  after,
];
const stated = (after: AuditState | null, subject: AuditSubject, id?: string): Example => [
  subject,
  null,
  after,
  id,
];

const webhook = { name: 'Menu partner', told: ['An order is ready for pickup'] };
const printer = {
  name: 'Register 1',
  place: 'Counter',
  paperWidth: 80,
  printsReceipts: true,
  printsSlips: false,
  opensDrawer: false,
};
const wasted = { lotId: 7, units: 2, wasteReason: 'Damaged', witness: 'Lee Ford' };

/** An entry of each kind, as its command records it. */
const examples: Readonly<Record<AuditAction, Example>> = {
  'account.deleted': stated(null, 'customer'),
  'age.decided': was(
    { ageDecision: 'Undecided' },
    { ageDecision: 'Rejected', because: 'Under 21' },
    'customer',
  ),
  'analytics.exported': stated(
    { breakdown: 'category', from: '2026-11-01', to: '2026-11-30' },
    'store',
    'analytics',
  ),
  'api-token.created': stated({ name: 'Partner', scopes: ['menu.read'], days: 90 }, 'store', 'api-tokens'),
  'api-token.revoked': was({ name: 'Partner' }, {}, 'store'),
  'audit.exported': stated(exported, 'store', 'audit'),
  'backup.requested': stated(null, 'store', 'backups'),
  'binder.made': stated({ from: '2026-11-01', to: '2026-11-30' }, 'store', 'binder'),
  'birth-date.corrected': was({ birthDate: null }, { birthDate: '•••03' }, 'customer'),
  'books.exported': stated({ from: '2026-11-01', to: '2026-11-30', form: 'csv' }, 'store', 'books'),
  'charge.changed': was({ inCharge: 'Ana Reyes' }, { inCharge: 'Ben Ford' }, 'store'),
  'day.closed': stated(
    { days: ['2026-11-26'], attempt: 1, units: 431, openDifferences: 2 },
    'store',
    'reconciliation',
  ),
  'reconciliation.exported': stated({ days: ['2026-11-26'] }, 'store', 'reconciliation'),
  'state-comparison.started': stated({}, 'store', 'state-tracking'),
  'state-act.entered-by-hand': ['state-act', null, null],
  'state-act.retried': ['state-act', null, null],
  'state-act.skipped': ['state-act', null, null],
  'state-acts.exported': stated(exported, 'store', 'state-tracking'),
  'state-reporting.reasons-changed': was(
    { Count: 'Scale Variance' } as AuditState,
    { Count: 'Entry Error' } as AuditState,
    'setting',
  ),
  'state-reporting.started': stated({ from: '2026-11-29', Count: 'Scale Variance' } as AuditState, 'setting'),
  'state-reporting.stopped': ['setting', null, null],
  'state-file.stored': stated({ days: ['2026-11-26'], packages: 112 }, 'store', 'reconciliation'),
  'closure.phones-shown': stated({ people: ['6f6c'] }, 'closure'),
  'category.added': stated({ name: 'Flower' }, 'category'),
  'category.archived': was(
    { name: 'Flower', archived: false },
    { name: 'Flower', archived: true },
    'category',
  ),
  'category.merged': was(
    { name: 'Vapes', archived: false },
    { name: 'Concentrates', archived: true },
    'category',
  ),
  'category.renamed': was({ name: 'Flower' }, { name: 'Whole flower' }, 'category'),
  'category.restored': was(
    { name: 'Flower', archived: true },
    { name: 'Flower', archived: false },
    'category',
  ),
  'closure.called': was({ customer: 3, call: null }, { customer: 3, call: 'reached' }, 'closure'),
  'offer.changed': was(
    { terms: 'One each.' },
    { terms: 'Two each.', mostPerPerson: 2, hours: '16:00 to 18:00' },
    'offer',
  ),
  'offer.ended': stated({ name: 'Black Friday' }, 'offer'),
  'offer.started': stated({ name: 'Black Friday' }, 'offer'),
  'offer.written': stated(
    {
      name: 'Black Friday',
      offerPrice: '20% off',
      offerFrom: 'Nov 27, 2026 9:00 AM',
      offerUntil: 'Nov 27, 2026 6:00 PM',
      mostUnits: 5,
    },
    'offer',
  ),
  'closure.saved': stated({ days: ['2026-11-26'], orders: 14, people: 12, notified: true }, 'closure'),
  'closure.undone': was({ status: 'active' }, { status: 'undone', people: 12 }, 'closure'),
  'rehearsal.held': stated({ from: '2026-11-29T15:00:00Z', orders: 1 }, 'store', 'rehearsal'),
  'connection.changed': was(
    { Service: 'Gmail' } as AuditState,
    { Service: 'Gmail', Password: 'changed' } as AuditState,
    'setting',
  ),
  'connection.removed': was({ Service: 'Gmail' } as AuditState, {}, 'setting'),
  'connection.tested': stated({ works: true, said: 'Sent.' }, 'setting', 'connections:smtp'),
  'cash.exported': stated({ from: '2026-11-01', form: 'csv' }, 'store', 'cash'),
  'count.closed': stated({ title: 'Everything' }, 'count'),
  'count.exported': stated(null, 'count'),
  'count.started': stated({ title: 'Flower', lots: 12 }, 'count'),
  'customer.banned': was({ banned: false }, { banned: true }, 'customer'),
  'customer.missed-limit-lifted': stated(null, 'customer'),
  'customer.revealed': stated({ field: 'Phone' }, 'customer'),
  'customer.unbanned': was({ banned: true }, { banned: false }, 'customer'),
  'customers.exported': stated(exported, 'store', 'customers'),
  'printer.added': stated(printer, 'store', 'printers'),
  'printer.changed': was(printer, { ...printer, printsSlips: true }, 'store'),
  'printer.removed': was({ name: 'Register 1' }, {}, 'store'),
  'register.added': stated({ name: 'Register 1' }, 'store', 'registers'),
  'register.removed': was({ name: 'Register 1' }, {}, 'store'),
  'display.paired': stated({ name: 'Register 1' }, 'store', 'displays'),
  'display.unpaired': was({ name: 'Register 1' }, {}, 'store'),
  'webhook.added': stated({ ...webhook, host: 'partner.example' }, 'store', 'webhooks'),
  'webhook.changed': was(webhook, { ...webhook, told: ['A recall was started'] }, 'store'),
  'webhook.former-secret-ended': stated({ name: 'Menu partner' }, 'store'),
  'webhook.removed': was({ name: 'Menu partner' }, {}, 'store'),
  'webhook.replayed': stated({ name: 'Menu partner', since: '2026-11-26T10:00:00Z', messages: 3 }, 'store'),
  'webhook.secret-changed': stated({ name: 'Menu partner' }, 'store'),
  'webhook.tested': stated({ name: 'Menu partner' }, 'store'),
  'webhook.turned-off': stated({ name: 'Menu partner' }, 'store'),
  'webhook.turned-on': stated({ name: 'Menu partner' }, 'store'),
  'date.added': stated(date, 'setting', 'date:1'),
  'date.changed': was(date, { ...date, repeat: 'never' }, 'setting'),
  'date.done': was(date, { ...date, done: true }, 'setting'),
  'date.removed': ['setting', date, null],
  'date.reopened': was({ ...date, done: true }, date, 'setting'),
  'drawer.closed': stated({ ...drawer, ...drawerCount }, 'drawer'),
  'drawer.counted': stated({ drawer: 12, ...drawerCount }, 'drawer'),
  'drawer.dropped': stated({ drawer: 12, cashEntry: 'drop', amountInCents: 20_000 }, 'drawer'),
  'drawer.entry-reversed': stated({ drawer: 12, cashEntry: 'pay-in', amountInCents: 500 }, 'drawer'),
  'drawer.handed-over': stated({ ...drawer, ...drawerCount, nextHolder: 'Lee Ford' }, 'drawer'),
  'drawer.opened': stated({ ...drawer, float: 20_000 }, 'drawer'),
  'drawer.opened-without-sale': stated({ askedBy: 'Ana Ruiz' }, 'store', 'drawer'),
  'drawer.paid-in': stated({ drawer: 12, cashEntry: 'pay-in', amountInCents: 500 }, 'drawer'),
  'drawer.paid-out': stated({ drawer: 12, cashEntry: 'pay-out', amountInCents: 1250 }, 'drawer'),
  'drawer.passed-on': was(
    { holder: 'Sam Field' },
    { drawer: 12, holder: 'Bea Counter', expectedInCents: 16_700 },
    'drawer',
  ),
  'drawer.without-tablets': stated({ drawer: 12, tablets: ['Tablet “Front”: 3 not sent'] }, 'drawer'),
  'inventory.exported': stated(exported, 'store', 'inventory'),
  'inventory.imported': stated(
    { new: 1, changed: 2, unchanged: 3, rejected: 4, dropped: 5, warned: 6 },
    'store',
    'inventory',
  ),
  'license-photo.viewed': stated(null, 'customer'),
  'license.taken-back': was({ licenseVerified: true }, { licenseVerified: false }, 'customer'),
  'license.verified': was({ licenseVerified: false }, { licenseVerified: true }, 'customer'),
  'move-in.ended': stated(
    {
      ...{ name: 'postgres://old.example/shop', askedBy: 'root on the shop’s machine' },
      ...{
        movedPeople: 20_400,
        movedProducts: 3000,
        movedOrders: 50_000,
        movedReservations: 1250,
        leftOut: 90,
      },
    },
    'store',
    'move-in',
  ),
  'move-in.removed': stated({ name: 'this shop', movedRows: 98_000 }, 'store', 'move-in'),
  'move-in.started': stated({ name: 'customers.csv' }, 'store', 'move-in'),
  'move-in.undone': stated(null, 'store', 'move-in'),
  'lot.counted': was(
    { batchNumber: 'B', onHand: 4 },
    { batchNumber: 'B', onHand: 3, reason: 'waste' },
    'lot',
  ),
  'jobs.retried': stated({ name: 'Mail', jobs: 3 }, 'store', 'jobs'),
  'lot.count-undone': was(
    { batchNumber: 'B', onHand: 3 },
    { batchNumber: 'B', onHand: 4, reason: 'waste' },
    'lot',
  ),
  'lot.ledger-exported': stated(exported, 'lot'),
  'lot.edited': was(
    papers,
    { ...papers, testStatus: 'RetestPassed', packageTag: '1A4', coaNumber: null },
    'lot',
  ),
  'lot.quarantined': was(
    { status: 'sellable', onHand: 4 },
    { status: 'quarantined', onHand: 4, missing: 1 },
    'lot',
  ),
  'lot.recalled': was({ status: 'quarantined' }, { status: 'recalled' }, 'lot'),
  'lot.received': stated({ productId: 4, ...papers, status: 'untested', onHand: 10 }, 'lot'),
  'lot.released': was(
    { status: 'untested', testStatus: null },
    { status: 'sellable', testStatus: 'TestPassed' },
    'lot',
  ),
  'price-correction.exported': stated(exported, 'store', 'price-corrections'),
  'lots.exported': stated(exported, 'store', 'lots'),
  'loyalty.changed': was({ loyaltyPoints: 0 }, { loyaltyPoints: 1200 }, 'customer'),
  'mail.link-shown': stated(null, 'mail'),
  'mail.read': stated(null, 'mail'),
  'month.closed': stated(
    { month: '2026-10', attempt: 1, orders: 9, net: 900, tax: 81, cash: 981 },
    'store',
    'books',
  ),
  'month.reopened': ['store', { month: '2026-10', attempt: 1 }, null, 'books'],
  'order.arrival-recorded': stated({ arrival: 3 }, 'order'),
  'order.arrival-undone': ['order', { arrival: 3 }, null],
  'order.lot-changed': was(
    { productId: 7, batchNumber: 'B-1' },
    { productId: 7, batchNumber: 'B-2' },
    'order',
  ),
  'order.unit-taken-out': [
    'order',
    { productId: 7, batchNumber: 'B-1', retailItemId: '1A4', packer: 'Kim' },
    null,
  ],
  'order.packer-changed': was({ packer: 'Kim' }, { packer: 'Lee' }, 'order'),
  'order.created': stated({ status: 'confirmed', paymentStatus: 'pending', totalInCents: 4256 }, 'order'),
  'order.price-lowered': was({ totalInCents: 3080 }, { totalInCents: 2800, lines: ['1 × Kestrel'] }, 'order'),
  'order.edited': was(
    { lines: ['1 × Kestrel'], pickup: null, note: '', totalInCents: 4256 },
    { lines: ['2 × Kestrel'], pickup: 'Nov 5, 2026 3:00 PM', note: 'Late', totalInCents: 8512 },
    'order',
  ),
  'order.hand-over-not-accepted': stated(
    { status: 'cancelled', cashReceived: 5000, because: 'This order was canceled.' },
    'order',
  ),
  'order.hand-over-settled': stated({ cashReceived: 5000 }, 'order'),
  'order.handed-over': was(
    { status: 'ready', paymentStatus: 'pay_on_pickup' },
    { status: 'completed', paymentStatus: 'paid', cashReceived: 5000, change: 744 },
    'order',
  ),
  'order.mail-sent-again': stated({ title: 'Ready' }, 'order'),
  'order.note-added': was({ note: '' }, { note: '5:02 PM, Kim: side door' }, 'order'),
  'order.payment-changed': was(
    { paymentStatus: 'pay_on_pickup' },
    { paymentStatus: 'paid', total: 4256 },
    'order',
  ),
  'order.pickup-name-changed': was({ pickupName: null }, { pickupName: '•••le' }, 'order'),
  'order.put-back': stated({ productId: 7, batchNumber: 'B-1', units: 2 }, 'order'),
  'order.cash-corrected': was(
    { cashReceived: 5000, change: 3500 },
    { cashReceived: 2000, change: 500, askedBy: 'Kim Reyes' },
    'order',
  ),
  'order.exchanged': was(
    { order: 'ORD042', lines: ['1 × Kestrel'] },
    { order: 'ORD043', dueInCents: 450 },
    'order',
  ),
  'order.put-off': was({ arrival: 7 }, { arrival: null }, 'order'),
  'order.put-back-undone': stated({ productId: 7, batchNumber: 'B-1', units: 2 }, 'order'),
  'order.receipt-requested': stated(null, 'order'),
  'order.receipt-sent': stated({ channel: 'email' }, 'order'),
  'order.refunded': was(
    { paymentStatus: 'paid' },
    {
      paymentStatus: 'refunded',
      refundInCents: 4256,
      taxInCents: 351,
      lines: ['1 × Kestrel'],
      goods: 'kept',
    },
    'order',
  ),
  'order.refused-at-counter': was(
    { status: 'ready' },
    { status: 'cancelled', refusal: 'under_age' },
    'order',
  ),
  'order.status-changed': was({ status: 'ready' }, { status: 'no_show' }, 'order'),
  'orders.exported': stated(exported, 'store', 'orders'),
  'owner.set-up': stated({ role: 'admin' }, 'user'),
  'page-text.published': was({ version: 1, title: 'FAQ' }, { version: 2, title: 'FAQ' }, 'setting'),
  'page-text.restored': was({ version: 2, title: 'FAQ' }, { version: 3, title: 'FAQ', asIn: 1 }, 'setting'),
  'pin.removed': stated(null, 'user'),
  'product.archived': ['product', { name: 'Kestrel', forSale: true }, null],
  'product.created': ['product', null, product[2]],
  'product.deleted': ['product', { name: 'Kestrel', forSale: false }, null],
  'product.edit-undone': stated(null, 'product'),
  'product.correction-started': stated(
    { orders: 12, people: 9, amountInCents: 3360, retailPrice: '25.00' },
    'product',
  ),
  'product.correction-undone': stated({ orders: 3, amountInCents: 840 }, 'product'),
  'product.edited': product,
  'product.picture-added': stated({ picture: 'products/9f3_a.jpg' }, 'product'),
  'product.picture-replaced': was(
    { picture: 'products/9f3_a.jpg' },
    { picture: 'products/9f3_b.jpg' },
    'product',
  ),
  'product.pictures-arranged': was({ pictures: ['a.jpg'] }, { pictures: ['b.jpg', 'a.jpg'] }, 'product'),
  'product.restored': was({ archived: true }, { archived: false }, 'product'),
  'profile-photo.viewed': stated(null, 'customer'),
  'promotion.changed': was(promotion, { ...promotion, path: '/products/1' }, 'promotion'),
  'promotion.deleted': ['promotion', promotion, null],
  'promotion.sent': was(
    { status: 'draft' },
    { status: 'sending', people: 9, acceptedWarnings: ['No dates.'] },
    'promotion',
  ),
  'promotion.stopped': was({ status: 'sending' }, { status: 'stopped' }, 'promotion'),
  'promotion.tested': stated(null, 'promotion'),
  'promotion.written': stated(promotion, 'promotion'),
  'recall.answer-recorded': was({ buyer: 3, answer: null }, { buyer: 3, answer: 'brings-back' }, 'recall'),
  'recall.changed': stated(
    { isExercise: false, reason: 'Mold', title: 'Bring it back', words: 'Please.', lotIds: [1] },
    'recall',
  ),
  'recall.deleted': ['recall', { reason: 'Mold', title: 'Bring it back' }, null],
  'recall.drafted': stated(
    { isExercise: true, reason: 'Mold', title: 'Test', words: 'Please.', lotIds: [1, 2] },
    'recall',
  ),
  'recall.ended': was({ status: 'active' }, { status: 'ended' }, 'recall'),
  'recall.exercised': was(
    { status: 'draft' },
    { status: 'ended', ...counts, toNotify: 4, unreachable: 1, missing: 0 },
    'recall',
  ),
  'recall.exported': stated({ filters: {}, sort: '-time' }, 'store', 'recalls'),
  'recall.phones-shown': stated({ people: ['6f6c'] }, 'recall'),
  'recall.started': was(
    { status: 'draft' },
    { status: 'active', ...counts, toNotify: 4, unreachable: 1, missing: 0 },
    'recall',
  ),
  'recall.units-returned': stated({ order: 'ORD012', lotId: 4, units: 2 }, 'recall'),
  'reservation.status-changed': was({ status: 'pending' }, { status: 'fulfilled' }, 'reservation'),
  'reservation.submitted': was(
    { status: 'pending' },
    { status: 'confirmed', order: 'ORD012' },
    'reservation',
  ),
  'reservations.exported': stated(exported, 'store', 'pickup-reservations'),
  'role.changed': was({ role: 'User' }, { role: 'Staff' }, 'user'),
  'rights.changed': was(
    { rights: ['Count and change units'], refundLimit: 'As in the settings', discountLimit: 'None' },
    { rights: ['See money'], refundLimit: 'Up to $50.00 of an order', discountLimit: 'Up to 20% off' },
    'user',
  ),
  'staff.renamed': was({ name: 'Lee Ford' }, { name: 'Lee Ford-Hale' }, 'user'),
  'second-factor.reset': was({ secondFactor: 'Authenticator app' }, { secondFactor: 'Off' }, 'user'),
  'sessions.ended': stated(null, 'user'),
  'setting.changed': [
    'setting',
    { isOpen: false, confirmed: [] } as AuditState,
    { isOpen: true, confirmed: ['tax'] } as AuditState,
  ],
  'setting.restored': [
    'setting',
    { Monday: 'Closed' } as AuditState,
    { Monday: '10:00 AM – 6:00 PM' } as AuditState,
  ],
  'staff.invitation-taken-back': ['user', { email: '•••om' }, null],
  'staff.invited': stated({ email: '•••om', role: 'Staff' }, 'user'),
  'staff.joined': stated({ role: 'Staff' }, 'user'),
  'staff.left': was(
    { role: 'Staff' },
    {
      ...{ role: 'User', sessionsEnded: 2, tabletsUnshared: ['Front'], tokensRevoked: ['Partner'] },
      ...{ webhooksPassedOn: ['Menu board'], ordersFreed: ['ORD042'], countsPassedOn: ['Flower'] },
      ...{ drawer: 12, nextHolder: 'Bea Counter', expectedInCents: 16_700, inCharge: 'No one' },
      viewsPassedOn: ['Ready today'],
    },
    'user',
  ),
  'staff.signed-in': stated({ role: 'admin', device: 'Firefox on Linux' }, 'user'),
  'tablet.shared': stated({ tablet: 'Register 1' }, 'user'),
  'tablet.sharing-ended': ['user', { tablet: 'Register 1' }, null],
  'tablet.taken-over': stated({ tablet: 'Register 1' }, 'user'),
  'tax-rule.added': stated(rule, 'setting', 'tax'),
  'tax-rule.corrected': was(rule, { ...rule, rate: '8.25%' }, 'setting'),
  'tax-rule.ended': was(rule, { ...rule, lastDay: 'Dec 1, 2026' }, 'setting'),
  'tax-rule.taken-back': ['setting', rule, null, 'tax'],
  'outage.declared': stated({ since: 'Nov 26, 2026 2:00 PM', note: 'Login fails' }, 'outage'),
  'outage.ended': stated(null, 'outage'),
  'outage.entered': stated({ entries: 3 }, 'outage'),
  'outage.entries-reopened': stated({ entries: 1 }, 'outage'),
  'outage.exported': stated(null, 'outage'),
  'waste.destroyed': stated({ lotId: 7, units: 2, method: 'Composted', secondPerson: 'Lee Ford' }, 'waste'),
  'waste.exported': stated(exported, 'store', 'waste'),
  'waste.recorded': was({ lotId: 7, onHand: 9 }, { ...wasted, onHand: 7 }, 'waste'),
  'waste.undone': was({ lotId: 7, onHand: 7 }, { lotId: 7, onHand: 9 }, 'waste'),
};

test.each(Object.keys(auditActions) as AuditAction[])('%s', (action) => {
  const [subject, before, after, subjectId = '1'] = examples[action];
  expect(unworded([{ action, subject, subjectId, before, after }])).toEqual([]);
});

test('finds a column’s name, a stored value and an unnamed action', () => {
  const entry = { action: 'lot.edited', subject: 'lot', subjectId: '1', before: null } as const;
  const after = { onHandUnits: 4, pay_status: 'pay_on_pickup' } as AuditState;
  expect(unworded([{ ...entry, after }])).toEqual(['lot.edited: onHandUnits', 'lot.edited: pay_status']);
  expect(unworded([{ ...entry, after: { note: 'none' } }])).toEqual(['lot.edited: Note: none']);
  expect(unworded([{ ...entry, action: 'lot.lost', after: null }])).toEqual(['lot.lost: the action itself']);
});
