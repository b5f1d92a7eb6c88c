/** Loads lots that wait for their test, and the ones selected to go on sale. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  type GivenPapers,
  type OwnPapers,
  papersFor,
  papersLacking,
  type SalePaper,
  type SalePapers,
  saleNeeds,
  withGiven,
} from '#core/goods/stock/lots/lots.ts';
import { MOST_LOTS } from '#core/goods/stock/lots/release-waiting-lots.server.ts';
import { holdReasonWords } from '#core/goods/stock/lots/state-hold.ts';
import { stateHoldsOf } from '#core/goods/stock/lots/state-hold-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { countRows } from '#db/count-rows.ts';
import { type Keyset, readKeysetPage } from '#db/keyset.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { splitSort } from '#kernel/list-state.ts';
import type { TestStatus } from '#kernel/statuses.ts';
import { formatDate, instantOf, storeDate } from '#kernel/time.ts';
import type { WaitingLotsState } from './waiting-lots-list.ts';

const LOTS_ON_A_PAGE = 50;

export type WaitingLot = {
  id: number;
  batchNumber: string;
  productId: number;
  product: string;
  size: string | null;
  onHand: number;
  testStatus: TestStatus | null;
  expiresOn: string | null;
  /** 'Nov 24, 2026' */
  received: string;
};

const passed = sql`${lots.testStatus} in ('TestPassed', 'RetestPassed')`;

/** Lots without units are not shown: nothing of them can be sold. */
function matching({ filters: { find, test } }: WaitingLotsState): SQL | undefined {
  const like = `%${(find ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return and(
    eq(lots.status, 'untested'),
    sql`${lots.onHand} > 0`,
    find ? sql`(${lots.batchNumber} ilike ${like} or ${products.name} ilike ${like})` : undefined,
    test === 'passed' ? passed : undefined,
    test === 'open' ? sql`${passed} is not true` : undefined,
  );
}

/** Ids follow the order in which lots were received. */
const keysetOf = ({ sort }: WaitingLotsState): Keyset => ({
  columns: [{ expression: lots.id, type: 'integer' }],
  descending: splitSort(sort).descending,
});

/** null for actors who may not manage inventory. */
export async function readWaitingLots(actor: Actor, state: WaitingLotsState, zone: string) {
  if (!may(actor, 'lots.release')) return null;
  const which = matching(state);
  const [page, counted] = await Promise.all([
    readKeysetPage(keysetOf(state), state.position, LOTS_ON_A_PAGE, ({ where, orderBy, limit, key }) =>
      database()
        .select({
          id: lots.id,
          batchNumber: lots.batchNumber,
          productId: lots.productId,
          product: products.name,
          size: products.size,
          onHand: lots.onHand,
          testStatus: lots.testStatus,
          expiresOn: lots.expiresOn,
          createdAt: lots.createdAt,
          key,
        })
        .from(lots)
        .innerJoin(products, eq(products.id, lots.productId))
        .where(and(which, where))
        .orderBy(...orderBy)
        .limit(limit),
    ),
    countRows(sql`${lots} inner join ${products} on ${products.id} = ${lots.productId}`, which),
  ]);
  return {
    ...page,
    counted,
    rows: page.rows.map(
      ({ createdAt, ...row }): WaitingLot => ({
        ...row,
        received: formatDate(storeDate(instantOf(createdAt), zone)),
      }),
    ),
  };
}

/** Lots whose facts are entered one by one; a form has few fields, and an address few characters. */
const MOST_BY_LOT = 60;

/** A selected lot with what it has and what it lacks. */
export type ChosenLot = {
  id: number;
  batchNumber: string;
  packageTag: string | null;
  product: string;
  size: string | null;
  onHand: number;
  expiresOn: string | null;
  /** The address of its certificate's file. */
  certificate: string | null;
  lacks: SalePaper[];
} & SalePapers;

/** The selected lots that still wait, and how many lack each paper that cannabis needs for sale. */
export type ChosenLots = {
  ids: number[];
  units: number;
  lacking: Partial<Record<SalePaper, number>>;
  isCut: boolean;
  /** In the order of the list; empty if there are more than `MOST_BY_LOT`. */
  lots: ChosenLot[];
};

/** A selected lot that cannot go on sale, and all that it lacks: 'Needs laboratory, total CBD.' */
export type IncompleteLot = Pick<ChosenLot, 'id' | 'batchNumber' | 'product' | 'size'> & { needs: string };

/** Of these lots, those that would stay off sale with what is entered for them; `today` is the store-local day. */
export async function readIncompleteLots(
  actor: Actor,
  ids: readonly number[],
  { given, own, today }: { given: GivenPapers; own: ReadonlyMap<number, OwnPapers>; today: string },
): Promise<IncompleteLot[]> {
  if (!may(actor, 'lots.release')) return [];
  const [found, held] = await Promise.all([selectLots(waitingAmong(ids)), stateHoldsOf(database(), ids)]);
  return found.flatMap((lot) => {
    const reasons = held.get(lot.id);
    const needs = [
      saleNeeds(withGiven(lot, papersFor(own.get(lot.id) ?? {}, given)), today),
      reasons ? `The state’s system says: ${holdReasonWords(reasons)}.` : null,
    ].filter((each) => each !== null);
    const { id, batchNumber, product, size } = lot;
    return needs.length === 0 ? [] : [{ id, batchNumber, product, size, needs: needs.join(' ') }];
  });
}

const waitingAmong = (ids: readonly number[]) => and(eq(lots.status, 'untested'), inArray(lots.id, [...ids]));

/** For checked rows, or all that match the filters: at most as many as one command takes. */
export async function readChosenLots(
  actor: Actor,
  chosen: { ids: readonly number[] } | { state: WaitingLotsState },
): Promise<ChosenLots> {
  if (!may(actor, 'lots.release')) return { ids: [], units: 0, lacking: {}, isCut: false, lots: [] };
  const rows = await selectLots('ids' in chosen ? waitingAmong(chosen.ids) : matching(chosen.state));
  const taken = rows.slice(0, MOST_LOTS).map(
    ({ productType, coaKey, ...row }): ChosenLot => ({
      ...row,
      certificate: coaKey === null ? null : `/media/${coaKey}.pdf`,
      lacks: papersLacking(productType, row),
    }),
  );
  const lacking: ChosenLots['lacking'] = {};
  for (const { lacks } of taken) for (const paper of lacks) lacking[paper] = (lacking[paper] ?? 0) + 1;
  return {
    ids: taken.map(({ id }) => id),
    units: taken.reduce((sum, { onHand }) => sum + onHand, 0),
    lacking,
    isCut: rows.length > MOST_LOTS,
    lots: taken.length > MOST_BY_LOT ? [] : taken,
  };
}

/** One more than one command takes, if that many match. */
const selectLots = (which: SQL | undefined) =>
  database()
    .select({
      id: lots.id,
      batchNumber: lots.batchNumber,
      packageTag: lots.packageTag,
      product: products.name,
      size: products.size,
      onHand: lots.onHand,
      productType: products.productType,
      testStatus: lots.testStatus,
      labName: lots.labName,
      coaNumber: lots.coaNumber,
      totalThcBasisPoints: lots.totalThcBasisPoints,
      totalCbdBasisPoints: lots.totalCbdBasisPoints,
      expiresOn: lots.expiresOn,
      coaKey: lots.coaKey,
    })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(which)
    .orderBy(lots.id)
    .limit(MOST_LOTS + 1);
