/** Reads a lot's certificate for anyone, including people who have its package at home. */
import { databasePool } from '#db/client.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { noteShown } from '#platform/pages/shown.ts';
import { type LotRow, lotFacts } from './lot-row.ts';
import type { LotFacts } from './product.ts';
import { hasCertificate } from './product-facts.ts';

export type Certificate = {
  product: { id: number; name: string; size: string | null; isOnMenu: boolean };
  lot: LotFacts;
  status: Extract<LotStatus, 'sellable' | 'expired' | 'recalled'>;
};

/**
 * Hides lots that are untested or set aside, and lots of which nothing was handed over and whose product is
 * not on the menu. People with a package can always read its certificate, whatever happened to the product.
 */
const query = `
  select p.id, p.name, p.size, p.for_sale and p.archived_at is null as is_on_menu, l.status,
    to_jsonb(l) || jsonb_build_object('lot_id', l.id) as lot
  from lots l join products p on p.id = l.product_id
  where l.id = any($1::int[]) and l.status in ('sellable', 'expired', 'recalled')
    and (p.for_sale and p.archived_at is null
      or exists (select from reservation_lots as share where share.lot_id = l.id and share.sold))`;

type Row = {
  id: number;
  name: string;
  size: string | null;
  is_on_menu: boolean;
  status: Certificate['status'];
  lot: LotRow;
};

async function readLots(lotIds: readonly number[]): Promise<Row[]> {
  const { rows } = await databasePool().query<Row>({
    name: 'catalogue-certificate',
    text: query,
    values: [lotIds],
  });
  return rows;
}

/** Returns those of these lots whose certificate anyone may read. */
export async function readCertifiedLots(lotIds: readonly number[]): Promise<ReadonlySet<number>> {
  const lots = lotIds.length === 0 ? [] : await readLots([...new Set(lotIds)]);
  return new Set(
    lots
      .map(({ lot }) => lotFacts(lot))
      .filter(hasCertificate)
      .map(({ id }) => id),
  );
}

/** Null if the lot does not exist or has no laboratory results. */
export async function readCertificate(lotId: number): Promise<Certificate | null> {
  const [row] = await readLots([lotId]);
  if (!row) return null;
  noteShown(`products:${row.id}`);
  const lot = lotFacts(row.lot);
  if (!hasCertificate(lot)) return null;
  const { id, name, size, is_on_menu: isOnMenu, status } = row;
  return { product: { id, name, size, isOnMenu }, lot, status };
}
