/** Maps a lot from the database's JSON to the shop's facts. */
import type { LotFacts } from './product.ts';

/** Values by column; the id as `lot_id`. */
export type LotRow = Readonly<Record<string, string | number | null>>;

export function lotFacts(lot: LotRow): LotFacts {
  const text = (name: string) => (lot[name] == null ? null : String(lot[name]));
  const number = (name: string) => (lot[name] == null ? null : Number(lot[name]));
  return {
    id: Number(lot.lot_id),
    batchNumber: String(lot.batch_number),
    harvestedOn: text('harvested_on'),
    packagedOn: text('packaged_on'),
    expiresOn: text('expires_on'),
    labName: text('lab_name'),
    coaNumber: text('coa_number'),
    certificate: lot.coa_key == null ? null : `/media/${lot.coa_key}.pdf`,
    testStatus: text('test_status'),
    totalThc: number('total_thc_basis_points'),
    totalCbd: number('total_cbd_basis_points'),
  };
}
