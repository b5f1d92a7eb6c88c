/** Says what a person at work holds, where it is, and what becomes of it when they leave. Pure. */
import type { Held, HeldKind } from '#core/accounts/identity/staff/leaving.ts';

/** `one` and `many` are its heading; `after` what leaving does to it. */
type HeldRow = { one: string; many: string; after: string; at: (id: string, name: string) => string | null };

const heldTable: Readonly<Record<HeldKind, HeldRow>> = {
  drawer: {
    ...{ one: 'Open drawer', many: 'Open drawers', at: () => '/counter/cash' },
    after: 'A colleague takes it over without a count. What it should hold then is put on record.',
  },
  charge: {
    ...{ one: 'In charge', many: 'In charge', at: () => '/counter/in-charge' },
    after: 'The person you choose is in charge then.',
  },
  packing: {
    ...{ one: 'Order they are packing', many: 'Orders they are packing' },
    at: (_, name) => `/admin/orders/${name}`,
    after: 'Free for others to pack. What is in a bag stays in it.',
  },
  count: {
    ...{ one: 'Open count', many: 'Open counts', at: (id) => `/admin/counts/${id}` },
    after: 'Open in your name from then on. Who counted each lot stays on record.',
  },
  tablet: {
    ...{ one: 'Tablet they shared', many: 'Tablets they shared', at: () => null },
    after:
      'No longer shared: colleagues who took one over by PIN are signed out. Share it again on the tablet.',
  },
  token: {
    ...{ one: 'API token', many: 'API tokens', at: () => '/admin/settings/api-tokens' },
    after: 'They know the secret. Programs that use a revoked token stop working.',
  },
  webhook: {
    ...{ one: 'Webhook', many: 'Webhooks', at: (id) => `/admin/settings/webhooks/${id}` },
    after: 'Sent on under your name, unless you turn them off.',
  },
  view: {
    ...{ one: 'Saved view', many: 'Saved views', at: () => null },
    after: 'Shared ones stay, under your name. Their own are deleted.',
  },
  invitation: {
    ...{ one: 'Open invitation', many: 'Open invitations', at: () => '/admin/users' },
    after: 'Canceled. You can invite the same person again.',
  },
};

export type PresentedHeld = {
  kind: HeldKind;
  title: string;
  after: string;
  things: { id: string; name: string; to: string | null }[];
};

/** By kind, in the order of the page. */
export function presentHeld(held: readonly Held[]): PresentedHeld[] {
  return (Object.keys(heldTable) as HeldKind[]).flatMap((kind) => {
    const own = held.filter((each) => each.kind === kind);
    if (own.length === 0) return [];
    const { one, many, after, at } = heldTable[kind];
    const things = own.map(({ id, name }) => ({ id, name, to: at(id, name) }));
    return [{ kind, title: own.length === 1 ? one : many, after, things }];
  });
}
