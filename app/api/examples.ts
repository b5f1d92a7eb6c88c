/** The documented answer of each operation. The page for developers shows them, and a test runs every example. */
import type { z } from 'zod';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import type {
  availability,
  lotPage,
  menuFeed,
  menuPage,
  order,
  orderPage,
  pickupTimes,
  productDetails,
  unitsChanged,
} from './schemas.ts';

const { current: warning } = defaultSettings().warnings;

/** A new one belongs to each order. */
export const EXAMPLE_KEY = '6f1c7c1e-0f3a-4b1d-9a52-2f1f8f5c9d10';

const product = {
  id: 1,
  name: 'Example flower',
  category: 'Flower',
  product_type: 'cannabis',
  price: 3500,
  offer: null,
  strain_type: 'hybrid',
  thc_basis_points: 2140,
  cbd_basis_points: 10,
  thc_mg: null,
  cbd_mg: null,
  size: '3.5 g',
  net_weight_mg: 3500,
  requires_id: true,
  limit_category: 'flower',
  available: 12,
  batch_number: 'B-2026-041',
  url: 'https://shop.example/products/1',
} as const satisfies z.input<typeof menuPage>['products'][number];

export const exampleMenu: z.input<typeof menuPage> = {
  products: [product],
  next: '1',
  facets: {
    categories: [{ slug: 'flower', name: 'Flower', count: 2 }],
    types: [{ type: 'cannabis', count: 2 }],
    strains: { indica: 0, sativa: 0, hybrid: 2, balanced: 0 },
    in_stock: 2,
  },
  warning,
};

export const exampleFeed: z.input<typeof menuFeed> = {
  store: 'Example Farm',
  license_number: 'OCM-SAMPLE-000000',
  minimum_age: 21,
  warning,
  takes_reservations: true,
  products: [
    {
      id: 1,
      name: product.name,
      category: product.category,
      size: product.size,
      availability: 'available',
      url: product.url,
    },
  ],
  next: null,
};

export const exampleProduct: z.input<typeof productDetails> = {
  ...product,
  strain_name: null,
  lineage: null,
  terpenes: null,
  description: 'Hand-trimmed flower, cured for four weeks.',
  servings: null,
  upc_code: null,
  limit_mg: 3500,
  pictures: [{ url: 'https://shop.example/media/products/example-1200.webp', alt: 'A jar of flower' }],
  lot: {
    batch_number: product.batch_number,
    harvested_on: '2026-10-02',
    packaged_on: '2026-11-01',
    expires_on: '2027-11-01',
    lab_name: 'Example Lab',
    certificate_number: 'COA-1041',
    test_status: 'TestPassed',
    total_thc_basis_points: 2140,
    total_cbd_basis_points: 10,
  },
  updated_at: '2026-11-26T15:00:00.000Z',
};

export const exampleAvailability: z.input<typeof availability> = {
  products: [
    { id: 1, available: 12, on_menu: true },
    { id: 2, available: 0, on_menu: false },
  ],
};

export const exampleTimes: z.input<typeof pickupTimes> = {
  days: [
    {
      date: '2026-11-28',
      times: [{ starts_at: '2026-11-28T19:00:00Z', label: '2:00 PM – 2:30 PM', full: false }],
    },
  ],
};

export const exampleOrder: z.input<typeof order> = {
  number: 'ORD001',
  status: 'pending',
  payment_status: 'pay_on_pickup',
  version: 1,
  placed_at: '2026-11-26T15:00:00.000Z',
  pickup_starts_at: '2026-11-28T19:00:00.000Z',
  pickup_ends_at: '2026-11-28T19:30:00.000Z',
  ready_at: null,
  completed_at: null,
  cancelled_at: null,
  subtotal: 3500,
  tax: 420,
  total: 3920,
  refunded: 0,
  lines: [{ product_id: 1, name: product.name, quantity: 1, unit_price: 3500, amount: 3500 }],
};

export const exampleConfirmed: z.input<typeof order> = { ...exampleOrder, status: 'confirmed', version: 2 };
export const exampleCancelled: z.input<typeof order> = {
  ...exampleOrder,
  status: 'cancelled',
  version: 3,
  cancelled_at: '2026-11-26T15:20:00.000Z',
};
export const exampleOrders: z.input<typeof orderPage> = { orders: [exampleConfirmed], next: null };

export const exampleLots: z.input<typeof lotPage> = {
  lots: [
    {
      id: 1,
      product_id: 1,
      batch_number: product.batch_number,
      package_tag: '1A4FF0100000022000000123',
      status: 'sellable',
      test_status: 'TestPassed',
      expires_on: '2027-11-01',
      on_hand: 12,
      held: 0,
    },
  ],
  next: null,
};

export const exampleUnitsChanged: z.input<typeof unitsChanged> = { change: -1 };
