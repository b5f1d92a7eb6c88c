import { describe, expect, test } from 'vitest';
import { type AuditState, changesBetween } from './audit.ts';
import { actionsWith, auditActions } from './audit-actions.ts';
import {
  type AuditLabels,
  actionWords,
  changeText,
  changeWords,
  labelsOf,
  type Naming,
} from './audit-words.ts';

const words = (
  before: AuditState | null,
  after: AuditState | null,
  ...rest: [labels?: object, name?: Naming]
) => changesBetween(before, after).map((change) => changeText(changeWords(change, rest[0] ?? {}, rest[1])));

describe('an audited change in words', () => {
  test('shows what was stated, set, cleared and changed, and no arrow when there was no value before', () => {
    expect(words(null, { batchNumber: 'BVK-2604', onHand: 1200, expiresOn: null })).toEqual([
      'Batch number: BVK-2604',
      'Units on hand: 1,200',
    ]);
    expect(words({ note: '' }, { note: 'Call first' })).toEqual(['Note: set to Call first']);
    expect(words({ note: null }, { note: 'Call first' })).toEqual(['Note: set to Call first']);
    expect(words({ expiresOn: '2026-12-01' }, { expiresOn: null })).toEqual([
      'Last day to sell: cleared (was Dec 1, 2026)',
    ]);
    expect(words({ title: 'Permit' }, null)).toEqual(['Title: Permit']);
    expect(words({ onHand: 0 }, { onHand: 4 })).toEqual(['Units on hand: 0 → 4']);
    expect(words({ note: null }, { note: '' })).toEqual([]);
    expect(words({ status: 'ready' }, { status: 'completed', cashReceived: 4000 })).toEqual([
      'Status: ready → completed',
      'Cash received: $40.00',
    ]);
  });

  test('formats money, percentages, dates, lists, yes and no', () => {
    expect(words({ retailPrice: 123456 }, { retailPrice: 5000 })).toEqual(['Retail: $1,234.56 → $50.00']);
    expect(words({ retailPrice: '24.50' }, { retailPrice: '1025.00' })).toEqual([
      'Retail: $24.50 → $1,025.00',
    ]);
    expect(words({ totalThcBasisPoints: 2450 }, { totalThcBasisPoints: 2500 })).toEqual([
      'Total THC: 24.5% → 25%',
    ]);
    expect(words({ forSale: 'yes', banned: false }, { forSale: 'no', banned: true })).toEqual([
      'For Sale: Yes → No',
      'Banned: No → Yes',
    ]);
    expect(words({ reminderDays: [30, 7] }, { reminderDays: [7] })).toEqual([
      'Days of reminders before: 30, 7 → 7',
    ]);
    expect(
      words(null, { filters: { status: 'pay_on_pickup', from: '2026-11-01', find: '' }, sort: '-created' }),
    ).toEqual(['Filters: Status: Pay on pickup; From: Nov 1, 2026', 'Sorted by: Created, last first']);
    expect(words(null, { filters: {} })).toEqual(['Filters: all']);
    expect(words({ certificate: null }, { certificate: 'coa/9f3' })).toEqual(['Certificate: set to a file']);
  });

  test('uses the labels of its subject, and ignores an object’s built-in methods', () => {
    const labels: AuditLabels = {
      order: { values: { status: { pending: 'Reserved' } } },
      orders: { fields: { find: 'Words' }, money: ['Retail'] },
    };
    const ofOrder = labelsOf(labels, { subject: 'order', subjectId: '1' });
    expect(words({ status: 'pending' }, { status: 'constructor' }, ofOrder)).toEqual([
      'Status: Reserved → constructor',
    ]);
    const exported = labelsOf(labels, { subject: 'store', subjectId: 'orders' });
    expect(words(null, { filters: { find: 'moon', Retail: '4.00' } }, exported)).toEqual([
      'Filters: Words: moon; Retail: $4.00',
    ]);
    expect(labelsOf(labels, { subject: 'constructor', subjectId: '1' })).toEqual({});
  });

  test('names things, and shows the id of a thing that no longer exists', () => {
    const name: Naming = (thing, id) =>
      thing === 'lot' && id === '4' ? { text: 'Batch BVK-2604', to: '/admin/lots/4' } : null;
    expect(words(null, { lotIds: [4, 5] }, {}, name)).toEqual(['Lots: Batch BVK-2604, 5']);
    const [change] = changesBetween(null, { lotIds: [4] });
    expect(change && changeWords(change, {}, name).after).toEqual([
      { text: 'Batch BVK-2604', to: '/admin/lots/4' },
    ]);
  });
});

test('an action has a label; an action of an older version is spelled out', () => {
  expect(actionWords('license.taken-back')).toBe('License verification undone');
  expect(actionWords('thing.was-done')).toBe('Thing was done');
  expect(actionWords('constructor')).toBe('Constructor');
  for (const said of Object.values(auditActions))
    expect(said).toMatch(/^[A-Z][A-Za-z-]*( [a-z-]+| CSV| PIN)*$/);
  expect(actionsWith('INVIT')).toEqual(
    ['staff.invitation-taken-back', 'staff.joined', 'staff.invited'].sort(),
  );
});
