import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { orderStatusLabel, paymentStatusLabel } from './order.ts';
import {
  ageFlagOf,
  leadOf,
  type OrderItemView,
  type OrderRecord,
  orderView,
  staffStepLabel,
  stepsOf,
} from './order-view.ts';

const zone = 'America/New_York';
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const today = Temporal.PlainDate.from('2026-06-06');

const anItem = (wanted: Partial<OrderItemView> = {}): OrderItemView => ({
  productId: 1,
  name: 'Kestrel Flower 3.5 g',
  image: '/placeholder-product.jpg',
  quantity: 2,
  unitPrice: 4500,
  listPrice: 4500,
  amount: 9000,
  taxBase: 9000,
  requiresId: true,
  batches: null,
  missing: 0,
  unpacked: 0,
  certificates: [],
  ...wanted,
});

const anOrder = (wanted: Partial<OrderRecord> = {}): OrderRecord => ({
  orderId: 'ORD042',
  status: 'pending',
  paymentStatus: 'pay_on_pickup',
  pickupStartsAt: new Date('2026-06-06T18:00:00Z'),
  pickupEndsAt: new Date('2026-06-06T18:30:00Z'),
  birthDate: '1995-06-15',
  subtotal: 9000,
  tax: 1080,
  taxParts: [{ name: 'Estimated Tax', amount: 1080 }],
  total: 10_080,
  refunded: 0,
  cashRounding: 0,
  reservationId: null,
  cancelledAt: null,
  createdAt: new Date('2026-06-06T03:30:00Z'),
  customerNote: null,
  pickupName: null,
  userName: 'Robin Hale',
  isWalkIn: false,
  ...wanted,
});

describe('an order as its customer sees it', () => {
  test("has its dates in the specification's formats, on the store's clock", () => {
    const view = orderView(anOrder(), [anItem()], { zone, now, minimumAge: 21, roundsCash: false });
    expect(view.placed).toBe('Jun 5, 2026');
    expect(view.pickup).toEqual({ weekday: 'Saturday', starts: 'Jun 6, 2026 2:00 PM', ends: '2:30 PM' });
  });

  test('is green if completed or paid, red if canceled or refunded, else yellow', () => {
    const tones = (wanted: Partial<OrderRecord>) => {
      const { status, payment } = orderView(anOrder(wanted), [], {
        zone,
        now,
        minimumAge: 21,
        roundsCash: false,
      });
      return [status.tone, payment?.tone];
    };
    expect(tones({ status: 'completed', paymentStatus: 'paid' })).toEqual(['green', 'green']);
    expect(tones({ status: 'cancelled', paymentStatus: 'refunded' })).toEqual(['red', 'red']);
    expect(tones({ status: 'ready', paymentStatus: 'pay_on_pickup' })).toEqual(['yellow-4', 'yellow']);
  });

  test('can be canceled until it is packed or its time has come', () => {
    const mayCancel = (wanted: Partial<OrderRecord>) =>
      orderView(anOrder(wanted), [], { zone, now, minimumAge: 21, roundsCash: false }).mayCancel;
    expect(mayCancel({})).toBe(true);
    expect(mayCancel({ status: 'packing' })).toBe(false);
    expect(mayCancel({ pickupStartsAt: new Date('2026-06-06T15:00:00Z') })).toBe(false);
  });

  test('goes through five steps until it ends, and a canceled one shows when it ended instead', () => {
    expect(stepsOf('packing')?.map((step) => step.state)).toEqual([
      'done',
      'done',
      'current',
      'ahead',
      'ahead',
    ]);
    expect(stepsOf('completed')?.every((step) => step.state === 'done')).toBe(true);
    expect(
      orderView(anOrder({ status: 'completed' }), [], { zone, now, minimumAge: 21, roundsCash: false }).steps,
    ).toBeNull();
    const view = orderView(
      anOrder({ status: 'cancelled', cancelledAt: new Date('2026-06-06T15:00:00Z') }),
      [],
      {
        zone,
        now,
        minimumAge: 21,
        roundsCash: false,
      },
    );
    expect(view.steps).toBeNull();
    expect(view.ended).toContain('Jun 6, 2026 11:00 AM');
  });
});

describe('the age warning', () => {
  test('is shown for a restricted item without a birth date', () => {
    expect(ageFlagOf([anItem()], null, today, 21)).toBe('birth-date-missing');
  });
  test('is shown the day before the 21st birthday and not on it', () => {
    expect(ageFlagOf([anItem()], '2005-06-07', today, 21)).toBe('under-age');
    expect(ageFlagOf([anItem()], '2005-06-06', today, 21)).toBeNull();
  });
  test('is not shown for merchandise', () => {
    expect(ageFlagOf([anItem({ requiresId: false })], null, today, 21)).toBeNull();
  });
});

describe('an order view', () => {
  test('with missing units is not ready, and names them', () => {
    const items = [anItem({ name: 'Kestrel', missing: 2 }), anItem({ name: 'Plover', missing: 0 })];
    const shown = orderView(anOrder({ status: 'ready' }), items, {
      zone,
      now,
      minimumAge: 21,
      roundsCash: false,
    });
    expect(shown.status).toEqual({ label: 'Not ready yet', tone: 'red' });
    expect(shown.missing).toBe('2 of Kestrel');
    expect(shown.steps?.find(({ state }) => state === 'current')?.label).toBe('Packing');
    const ended = orderView(anOrder({ status: 'completed' }), items, {
      zone,
      now,
      minimumAge: 21,
      roundsCash: false,
    });
    expect([ended.missing, ended.status.label]).toEqual([null, 'Completed']);
  });

  test('shows money, items and notes as stored', () => {
    const items = [anItem()];
    const notes = { customerNote: 'Two bags', pickupName: 'Juniper Vale' };
    expect(
      orderView(anOrder({ reservationId: '0190', ...notes }), items, {
        zone,
        now,
        minimumAge: 21,
        roundsCash: false,
      }),
    ).toEqual({
      orderId: 'ORD042',
      lead: 'Reserved. Come today between 2:00 and 2:30 PM, $100.80 in cash.',
      pickedUpBy: null,
      notes,
      missing: null,
      placed: 'Jun 5, 2026',
      pickup: { weekday: 'Saturday', starts: 'Jun 6, 2026 2:00 PM', ends: '2:30 PM' },
      status: { label: orderStatusLabel.pending, tone: 'yellow-1' },
      payment: { label: paymentStatusLabel.pay_on_pickup, tone: 'yellow' },
      steps: stepsOf('pending'),
      ended: null,
      ageFlag: null,
      mayCancel: true,
      isOpen: true,
      fromReservation: true,
      items,
      subtotal: 9000,
      tax: 1080,
      taxParts: [{ name: 'Estimated Tax', amount: 1080 }],
      total: 10_080,
      refunded: 0,
      cashRounding: 0,
      isPaid: false,
    });
    expect(
      orderView(anOrder(), items, { zone, now, minimumAge: 21, roundsCash: false }).fromReservation,
    ).toBe(false);
  });

  test('shows the name and amount of a tax, and nothing else stored with it', () => {
    const stored = { name: 'Sales tax', amount: 1080, ruleId: 'ny-sales', rate: 800, base: 13_500 };
    expect(
      orderView(anOrder({ taxParts: [stored] }), [], { zone, now, minimumAge: 21, roundsCash: false })
        .taxParts,
    ).toEqual([{ name: 'Sales tax', amount: 1080 }]);
  });

  test('has no pickup until a time is chosen, and no end time if none is stored', () => {
    expect(
      orderView(anOrder({ pickupStartsAt: null }), [], { zone, now, minimumAge: 21, roundsCash: false })
        .pickup,
    ).toBeNull();
    expect(
      orderView(anOrder({ pickupStartsAt: null }), [], { zone, now, minimumAge: 21, roundsCash: false })
        .mayCancel,
    ).toBe(true);
    expect(
      orderView(anOrder({ pickupEndsAt: null }), [], { zone, now, minimumAge: 21, roundsCash: false }).pickup,
    ).toEqual({
      weekday: 'Saturday',
      starts: 'Jun 6, 2026 2:00 PM',
      ends: null,
    });
  });

  test('shows how it ended: missed, or canceled with the time if known', () => {
    const ended = (wanted: Partial<OrderRecord>) =>
      orderView(anOrder(wanted), [], { zone, now, minimumAge: 21, roundsCash: false }).ended;
    expect(ended({ status: 'no_show' })).toMatch(/not picked up/);
    expect(ended({ status: 'cancelled' })).toMatch(/^Canceled\. /);
    expect(ended({ status: 'cancelled', cancelledAt: new Date('2026-06-06T15:00:00Z') })).toMatch(
      /^Canceled Jun 6, 2026 11:00 AM\. /,
    );
    expect(ended({ status: 'completed', cancelledAt: new Date('2026-06-06T15:00:00Z') })).toBeNull();
  });

  test('asks for no money and no ID once canceled or missed unpaid, but still shows paid and refunded amounts', () => {
    const view = (wanted: Partial<OrderRecord>) =>
      orderView(anOrder({ birthDate: null, ...wanted }), [anItem()], {
        zone,
        now,
        minimumAge: 21,
        roundsCash: false,
      });
    expect(view({}).ageFlag).toBe('birth-date-missing');
    for (const status of ['cancelled', 'no_show'] as const) {
      expect(view({ status })).toMatchObject({ payment: null, ageFlag: null });
      expect(view({ status, paymentStatus: 'pending' }).payment).toBeNull();
      for (const paymentStatus of ['paid', 'refunded'] as const)
        expect(view({ status, paymentStatus }).payment?.label).toBe(paymentStatusLabel[paymentStatus]);
    }
    expect(view({ status: 'cancelled' }).ended).toBe(
      'Canceled. Nothing is held for you, and there is nothing to pay.',
    );
    expect(view({ status: 'cancelled', paymentStatus: 'paid' }).ended).toBe(
      'Canceled. Nothing is held for you.',
    );
    expect(view({ status: 'completed', paymentStatus: 'paid' })).toMatchObject({
      payment: { label: paymentStatusLabel.paid },
      ageFlag: null,
    });
  });

  test('goes through its steps in order, each named for its state, with a short name before the last', () => {
    expect(stepsOf('pending')?.map(({ label }) => label)).toEqual([
      orderStatusLabel.pending,
      'Accepted',
      orderStatusLabel.packing,
      'Ready',
      orderStatusLabel.completed,
    ]);
    expect(stepsOf('pending', staffStepLabel)?.[1]?.label).toBe('Confirmed');
    const states = (status: Parameters<typeof stepsOf>[0]) =>
      stepsOf(status)
        ?.map(({ state }) => state.charAt(0))
        .join('');
    expect(states('pending')).toBe('caaaa');
    expect(states('confirmed')).toBe('dcaaa');
    expect(states('ready')).toBe('dddca');
    expect(states('completed')).toBe('ddddd');
    expect(stepsOf('no_show')).toBeNull();
  });
});

test('an invalid birth date counts as missing for the age warning', () => {
  expect(ageFlagOf([anItem()], '2005-02-30', today, 21)).toBe('birth-date-missing');
  expect(ageFlagOf([anItem({ requiresId: false }), anItem()], null, today, 21)).toBe('birth-date-missing');
  expect(ageFlagOf([], null, today, 21)).toBeNull();
});

test('the age warning uses the minimum age of the settings', () => {
  expect(ageFlagOf([anItem()], '2003-06-06', today, 21)).toBeNull();
  expect(ageFlagOf([anItem()], '2003-06-06', today, 25)).toBe('under-age');
});

describe('the first sentence of an order page', () => {
  const at = (time: string) => Temporal.Instant.from(`2026-06-06T${time}:00Z`);
  const pickup = { starts: at('21:00'), ends: at('21:30') };
  const when = { zone, now };

  test('says how far it is, when to come and what to pay', () => {
    expect(leadOf('ready', pickup, 2016, when)).toBe(
      'Ready. Come today between 5:00 and 5:30 PM, $20.16 in cash.',
    );
    const noon = { starts: at('15:30'), ends: at('16:00') };
    const dayBefore = { zone, now: Temporal.Instant.from('2026-06-05T16:00:00Z') };
    expect(leadOf('pending', noon, 2016, dayBefore)).toBe(
      'Reserved. Come tomorrow between 11:30 AM and 12:00 PM, $20.16 in cash.',
    );
    const weekBefore = { zone, now: Temporal.Instant.from('2026-06-01T16:00:00Z') };
    expect(leadOf('confirmed', { starts: pickup.starts, ends: null }, null, weekBefore)).toBe(
      'Accepted. Come Sat, Jun 6 at 5:00 PM.',
    );
  });

  test('asks no one to come at a time that is over, not chosen or not needed', () => {
    const later = { zone, now: at('21:30') };
    expect(leadOf('ready', pickup, 2016, later)).toBe(
      'Ready. Your pickup was today between 5:00 and 5:30 PM.',
    );
    expect(leadOf('packing', null, 2016, when)).toBe('We are packing it. Choose a pickup time.');
    for (const status of ['completed', 'cancelled', 'no_show'] as const)
      expect(leadOf(status, pickup, null, when)).toBeNull();
  });

  test('is missing while units are, because the customer should not come yet', () => {
    const view = (missing: number) =>
      orderView(anOrder({ status: 'ready' }), [anItem({ missing })], {
        ...{ zone, now, minimumAge: 21, roundsCash: false },
      });
    expect(view(0).lead).toBe('Ready. Come today between 2:00 and 2:30 PM, $100.80 in cash.');
    expect(view(1).lead).toBeNull();
  });
});
