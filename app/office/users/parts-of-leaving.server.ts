/**
 * Everything that a person at work holds besides their access, and what becomes of each when they leave. A new table
 * with an open row that names a person at work gets a part here (`leaving.db.test.ts` finds it).
 */
import {
  passTokens,
  readStoreTokensOf,
  revokeTokensOf,
} from '#core/accounts/api-tokens/pass-tokens.server.ts';
import { readTabletsOf, unshareTablets } from '#core/accounts/identity/pins/unshare-tablets.server.ts';
import type { LeavingPart } from '#core/accounts/identity/staff/end-work.server.ts';
import type { Held, HeldKind } from '#core/accounts/identity/staff/leaving.ts';
import { passSheets, readOpenSheetsOf } from '#core/goods/counts/pass-sheets.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { forgetWork } from '#core/ground/notifications/forget-work.server.ts';
import { passViews, readViewsOf } from '#core/ground/saved-views/pass-views.server.ts';
import { passEndpoints, readEndpointsOf } from '#core/running/webhooks/pass-endpoints.server.ts';
import {
  passCharge,
  passDrawer,
  readChargeOf,
  readDrawerOf,
} from '#core/sales/cash-desk/pass-cash-desk.server.ts';
import { freeOrders, readPackedBy } from '#core/sales/orders/packing/free-orders.server.ts';
import { succeed } from '#kernel/result.ts';

const held = (kind: HeldKind, rows: readonly { id: string | number; name: string }[]): Held[] =>
  rows.map(({ id, name }) => ({ kind, id: String(id), name }));

/** A field of the audit entry with the names of what was passed on; none for nothing. */
const list = (field: keyof AuditState, passed: readonly { name: string }[]) =>
  succeed(
    passed.length > 0 ? ({ [field]: passed.map(({ name }) => name).toSorted() } satisfies AuditState) : {},
  );

const tablets: LeavingPart = {
  read: async (db, userId) => held('tablet', await readTabletsOf(db, userId)),
  pass: async (tx, _, { userId }) => list('tabletsUnshared', await unshareTablets(tx, userId)),
};

const tokens: LeavingPart = {
  read: async (db, userId) => held('token', await readStoreTokensOf(db, userId)),
  pass: async (tx, admin, { userId }, choices) =>
    choices.tokens === 'transfer'
      ? list('tokensPassedOn', await passTokens(tx, userId, admin.userId))
      : list('tokensRevoked', await revokeTokensOf(tx, userId)),
};

const packing: LeavingPart = {
  read: async (db, userId) => held('packing', await readPackedBy(db, userId)),
  pass: async (tx, admin, leaver) => list('ordersFreed', await freeOrders(tx, admin, leaver)),
};

const charge: LeavingPart = {
  read: async (db, userId) => {
    const open = await readChargeOf(db, userId);
    return open ? held('charge', [{ id: open.id, name: 'Of the store' }]) : [];
  },
  pass: async (tx, admin, { userId }, { chargeTo }) => {
    const passed = await passCharge(tx, admin, userId, chargeTo);
    return succeed(passed ? { inCharge: passed.person ?? 'No one' } : {});
  },
};

const drawer: LeavingPart = {
  read: async (db, userId) => {
    const open = await readDrawerOf(db, userId);
    return open ? held('drawer', [{ id: open.id, name: `Drawer ${open.number}` }]) : [];
  },
  pass: async (tx, admin, leaver, { drawerTo }) => {
    const passed = await passDrawer(tx, admin, leaver, drawerTo);
    if (!passed.ok || !passed.value) return passed.ok ? succeed({}) : passed;
    const { number, holder, expected } = passed.value;
    return succeed({ drawer: number, nextHolder: holder, expectedInCents: expected });
  },
};

const counts: LeavingPart = {
  read: async (db, userId) => held('count', await readOpenSheetsOf(db, userId)),
  pass: async (tx, admin, { userId }) => list('countsPassedOn', await passSheets(tx, userId, admin)),
};

const webhooks: LeavingPart = {
  read: async (db, userId) => held('webhook', await readEndpointsOf(db, userId)),
  pass: async (tx, admin, { userId }, choices) => {
    const isOff = choices.webhooks === 'turn-off';
    const passed = await passEndpoints(tx, userId, { to: admin.userId, isOff });
    return list(isOff ? 'webhooksTurnedOff' : 'webhooksPassedOn', passed);
  },
};

const views: LeavingPart = {
  read: async (db, userId) => held('view', await readViewsOf(db, userId)),
  pass: async (tx, admin, leaver) => list('viewsPassedOn', await passViews(tx, leaver, admin.userId)),
};

/** Notifications of the office: admins are read when one is sent. Those already sent are for people who work here. */
const bell: LeavingPart = {
  read: () => Promise.resolve([]),
  pass: async (tx, _, { userId }) => {
    await forgetWork(tx, userId);
    return succeed({});
  },
};

/** In the order of docs/locks.md. */
export const partsOfLeaving: readonly LeavingPart[] = [
  ...[tablets, tokens, packing, charge, drawer, counts, webhooks, views, bell],
];
