/** Reads a lot for the page that its labels lead to: for anyone with a package, and more for staff. */
import { sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { paragraphsOf } from '#core/sales/promotions/promotion.ts';
import { readRecallsOfLot } from '#core/sales/recalls/recalls-queries.server.ts';
import { database } from '#db/client.ts';
import type { LotStatus, TestStatus } from '#kernel/statuses.ts';
import { noteShown } from '#platform/pages/shown.ts';

/** Potencies are basis points, contents milligrams, days yyyy-mm-dd. */
export type PublicLot = {
  productId: number;
  product: string;
  size: string | null;
  productType: string;
  /** Whether the shop shows the product. */
  isOnMenu: boolean;
  batchNumber: string;
  packageTag: string | null;
  status: LotStatus;
  grownIn: string | null;
  harvestedOn: string | null;
  curedOn: string | null;
  packagedOn: string | null;
  expiresOn: string | null;
  testStatus: TestStatus | null;
  totalThc: number | null;
  totalCbd: number | null;
  netWeightMg: number | null;
  thcMg: number | null;
  cbdMg: number | null;
  terpenes: string | null;
  testPanels: string | null;
  labName: string | null;
  coaNumber: string | null;
  /** The address of the certificate's PDF. */
  certificate: string | null;
  /** The newest recall that covers it, exercises aside. */
  recall: { title: string; paragraphs: string[] } | null;
};

type Row = Omit<PublicLot, 'recall' | 'certificate'> & {
  id: number;
  coaKey: string | null;
  recallTitle: string | null;
  recallWords: string | null;
};

/**
 * null for a code of no lot, and for lots that no one can have a package of: untested, or of a product that is not on the
 * menu, and nothing was handed over. Nothing tells the two apart.
 */
export async function readPublicLot(code: string): Promise<(PublicLot & { id: number }) | null> {
  const { rows } = await database().execute<Row>(sql`
    select l.id, p.id as "productId", p.name as product, p.size, p.product_type as "productType",
      p.for_sale and p.archived_at is null as "isOnMenu", l.batch_number as "batchNumber", l.package_tag as "packageTag",
      l.status, l.grown_in as "grownIn", l.harvested_on::text as "harvestedOn", l.cured_on::text as "curedOn",
      l.packaged_on::text as "packagedOn", l.expires_on::text as "expiresOn", l.test_status as "testStatus",
      l.total_thc_basis_points as "totalThc", l.total_cbd_basis_points as "totalCbd",
      p.net_weight_mg as "netWeightMg", p.thc_mg_per_package::float8 as "thcMg", p.cbd_mg_per_package::float8 as "cbdMg",
      coalesce(l.terpenes, p.terpenes) as terpenes, l.test_panels as "testPanels", l.lab_name as "labName",
      l.coa_number as "coaNumber", l.coa_key as "coaKey", recall.title as "recallTitle", recall.words as "recallWords"
    from lots as l join products as p on p.id = l.product_id
    left join lateral (
      select r.title, r.words from recall_lots as named join recalls as r on r.id = named.recall_id
      where named.lot_id = l.id and r.status <> 'draft' and not r.is_exercise
      order by r.started_at desc limit 1
    ) as recall on true
    where l.public_code = ${code} and (
      (l.status <> 'untested' and p.for_sale and p.archived_at is null)
      or exists (select from reservation_lots as share where share.lot_id = l.id and share.sold))`);
  const [row] = rows;
  if (!row) return null;
  noteShown(`products:${row.productId}`);
  const { coaKey, recallTitle, recallWords, ...lot } = row;
  return {
    ...lot,
    certificate: coaKey === null ? null : `/media/${coaKey}.pdf`,
    recall: recallTitle === null ? null : { title: recallTitle, paragraphs: paragraphsOf(recallWords ?? '') },
  };
}

/** What staff read on the same page: units, and its recalls with exercises and drafts. null for everyone else. */
export async function readLotForStaff(actor: Actor, lotId: number) {
  if (!may(actor, 'inventory.see')) return null;
  const { rows } = await database().execute<{
    onHand: number;
    held: number;
    sold: number;
    orders: number;
  }>(sql`
    select l.on_hand as "onHand", l.held, coalesce(sum(share.quantity), 0)::int as sold,
      count(distinct line.order_id)::int as orders
    from lots as l left join reservation_lots as share on share.lot_id = l.id and share.sold
    left join order_items as line on line.reservation_id = share.reservation_id
    where l.id = ${lotId} group by l.id`);
  const [units] = rows;
  return units ? { lotId, ...units, recalls: await readRecallsOfLot(actor, lotId) } : null;
}
