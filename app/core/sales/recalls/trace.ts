/** Defines what a trace of lots shows: their units, who holds some, and who bought some. */
import { defineList, type ListState } from '#kernel/list-state.ts';
import { formatNumber } from '#kernel/number.ts';
import type { OrderStatus } from '#kernel/statuses.ts';

/** Units and people of lots. */
export type TraceCounts = {
  /** Units received, whatever happened to them. */
  received: number;
  /** Units in the building, returned ones included. */
  onHand: number;
  /** Units handed over. */
  sold: number;
  /** Of the units sold: returned by customers. */
  returned: number;
  /** Units in open orders and reservations: held, or taken from them when the lots left sale. */
  heldUnits: number;
  heldOrders: number;
  /** People who bought, each once. */
  buyers: number;
  /** Of the buyers: people who still have units and can be reached. */
  toNotify: number;
  /** Of the buyers: people who still have units and no account: walk-ins, and people who deleted theirs. */
  unreachable: number;
};

/** An open order or reservation with units of the lots. */
export type TraceHolder = {
  reservationId: string;
  /** null for a reservation without an order. */
  orderNumber: string | null;
  orderStatus: OrderStatus | null;
  customerId: string | null;
  /** null while a sign-up holds the units. */
  customer: string | null;
  email: string | null;
  /** Its last digits; null if none is on file. */
  phone: string | null;
  product: string;
  batch: string;
  /** Units still held in the lot. */
  held: number;
  /** Units that were in the lot until it left sale; a packed order still has them in its bag. */
  moved: number;
  /** Units that no lot replaces. */
  missing: number;
  /** 'Nov 24, 2026 2:00 PM'; null while no time is chosen. */
  pickup: string | null;
};

/** One sale of units of a lot. */
export type TraceSale = {
  reservationId: string;
  lotId: number;
  /** null for a reservation that was handed over without an order. */
  orderNumber: string | null;
  customerId: string;
  customer: string;
  email: string;
  /** Its last digits; null if none is on file. */
  phone: string | null;
  /** No one can be reached: a walk-in bought it, or the account is deleted. */
  isDeleted: boolean;
  isWalkIn: boolean;
  product: string;
  batch: string;
  units: number;
  returned: number;
  /** 'Nov 24, 2026 2:00 PM': when it was handed over. */
  at: string;
};

/** The two lists of a trace; each has its pages. Neither sorts: sales are newest first, holders by pickup time. */
type TraceView = 'sales' | 'holders';

const traceList = (view: TraceView) =>
  defineList({
    name: `trace-${view}`,
    filters: {
      show: {
        kind: 'choice',
        label: 'Show',
        options: [{ value: view, label: view }],
        all: 'All',
        byLink: true,
      },
    },
    sorts: { time: 'Time' },
    defaultSort: view === 'sales' ? '-time' : 'time',
  });

export const traceLists = { sales: traceList('sales'), holders: traceList('holders') } as const;

export type TraceState = ListState<'show', 'time'>;

/** Which of the two lists an address shows: sales, unless it asks for holders. */
export function traceStateOf(query: URLSearchParams): { view: TraceView; state: TraceState } {
  const view = query.get('show') === 'holders' ? 'holders' : 'sales';
  const { position } = traceLists[view].parse(query);
  return { view, state: { filters: { show: view }, sort: traceLists[view].defaultSort, position } };
}

/** '12 units', '1 unit'. */
export const unitCount = (units: number): string =>
  `${formatNumber(units)} ${units === 1 ? 'unit' : 'units'}`;

/** '12 people', '1 person'. */
export const peopleCount = (people: number): string =>
  `${formatNumber(people)} ${people === 1 ? 'person' : 'people'}`;
