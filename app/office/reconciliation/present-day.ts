/** Presents a reconciled day: rows of the table, the state's file, and the closings. */
import type { ReconciledDay } from '#core/goods/reconciliation/day-queries.server.ts';
import {
  cureOf,
  differenceWords,
  ONLY_AT_STATE_CURE,
  onlyAtStateWords,
  openIn,
} from '#core/goods/reconciliation/reconciliation.ts';
import type { StoredDifference } from '#db/schema/reconciliation.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

export type ShownRow = {
  key: string;
  product: string;
  /** 'Batch B-1', or the tag of a package that no lot has. */
  batch: string;
  to: string | null;
  packageTag: string | null;
  shelf: number | null;
  ledger: number | null;
  state: number | null;
  sharesTag: boolean;
  differences: { what: string; cure: string; to: string | null }[];
};

export type ShownClosing = {
  attempt: number;
  by: string;
  at: string;
  lots: number;
  units: number;
  open: StoredDifference[];
  note: string;
};

const ROWS_ON_A_PAGE = 100;

/** @param view `all` lots, or those with differences; `page` counts from 1. */
export function presentDay(day: ReconciledDay, zone: string, { view, page }: { view: string; page: number }) {
  const rows: ShownRow[] = [
    ...day.onlyAtState.map((found) => ({
      ...{ key: found.tag, product: found.item, batch: found.tag, to: null, packageTag: found.tag },
      ...{ shelf: null, ledger: null, state: found.quantity, sharesTag: false },
      differences: [{ what: onlyAtStateWords(found), cure: ONLY_AT_STATE_CURE, to: '/admin/lots' }],
    })),
    ...day.lots.map(({ lotId, batchNumber, differences, ...lot }) => ({
      ...{
        key: String(lotId),
        product: lot.product,
        batch: `Batch ${batchNumber}`,
        to: `/admin/lots/${lotId}`,
      },
      ...{ packageTag: lot.packageTag, shelf: lot.shelf, ledger: lot.ledger, state: lot.state },
      sharesTag: lot.sharesTag,
      differences: differences.map((difference) => {
        const { words, to } = cureOf(difference, { lotId, productId: lot.productId });
        return { what: differenceWords(difference), cure: words, to };
      }),
    })),
  ];
  const differing = rows.filter(({ differences }) => differences.length > 0);
  const shown = view === 'all' ? rows : differing;
  const pages = Math.max(1, Math.ceil(shown.length / ROWS_ON_A_PAGE));
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  return {
    rows: shown.slice((page - 1) * ROWS_ON_A_PAGE, page * ROWS_ON_A_PAGE),
    ...{ all: rows.length, differing: differing.length, page: Math.min(page, pages), pages },
    open: openIn(day, day.file !== null),
    notCounted: day.lots.filter(({ shelf }) => shelf === null).length,
    ...{ units: day.units, uncompared: day.uncompared, seen: day.fingerprint },
    file: day.file && { ...day.file, at: at(day.file.at) },
    closings: day.closings.map((closing): ShownClosing => ({ ...closing, at: at(closing.at) })),
  };
}

export type ShownDay = ReturnType<typeof presentDay>;
