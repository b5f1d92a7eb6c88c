/** A receipt with everything that one can have: a discount, two taxes, rounding, cash with change, and a refund. */
import type { Receipt } from '#core/sales/orders/receipts/receipt.ts';

export const aReceipt: Receipt = {
  number: 'ORD042',
  store: {
    name: 'Two Branches Farm',
    legalName: 'Two Branches Farm LLC',
    address: '118 Branch Road, Hancock, NY 13783',
    phone: '(607) 555-0142',
    license: 'OCM-SAMPLE-000000',
  },
  placed: 'Jun 5, 2026 10:00 AM',
  completed: 'Jun 6, 2026 2:05 PM',
  lines: [
    {
      name: 'Kestrel Moon, hand-trimmed whole flower from the upper field',
      quantity: 2,
      unitPrice: '$45.00',
      amount: '$90.00',
      discount: 'List price $55.00, discount $10.00 each',
      batches: 'Batch B-1',
    },
  ],
  subtotal: '$90.00',
  taxes: [
    { name: 'State excise 9%', amount: '$8.10' },
    { name: 'Local excise 4%', amount: '$3.60' },
  ],
  total: '$101.70',
  taxNote: 'Tax on discounted cannabis is owed on its list price.',
  rounding: { amount: '−$0.02', cash: '$101.68' },
  exchange: null,
  tendered: { received: '$120.00', change: '$18.32' },
  refunds: [{ what: 'Refunded: 1', amount: '$45.02', rounding: { amount: '+$0.02', cash: '$45.00' } }],
  isPaid: true,
  payment: 'Paid in cash',
  warnings: ['Keep out of reach of children and pets.', 'Cannabis can be addictive.'],
  mark: null,
};
