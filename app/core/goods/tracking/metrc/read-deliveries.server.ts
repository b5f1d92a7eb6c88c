/** Reads what other licenses sent to this one, with its packages and their prices. */
import { z } from 'zod';
import { parseDate } from '#kernel/time.ts';
import { type DeliveredPackage, type Delivery, type TrackingSystem, TrackingTrouble } from '../tracking.ts';
import { dollars } from './dollars.ts';
import { clockOf, momentOrNever } from './local-time.ts';
import { flag, line, tag, testOf, unitsOf } from './metrc-answers.ts';
import { trouble } from './metrc-connection.server.ts';
import type { MetrcLists } from './metrc-lists.server.ts';

const time = z.string().max(40).nullish();
const id = z.int().nonnegative();

/** A row of `GET /transfers/v2/incoming`: a transfer, and one of its deliveries. */
const transferRow = z.object({
  ...{ Id: id, DeliveryId: id.nullish(), ManifestNumber: line, IsVoided: flag },
  ...{ ShipperFacilityName: line.nullish(), ShipperFacilityLicenseNumber: line.nullish() },
  ...{ RecipientFacilityLicenseNumber: line.nullish(), EstimatedArrivalDateTime: time },
});
/** A row of `GET /transfers/v2/{id}/deliveries` */
const deliveryRow = z.object({
  ...{ Id: id, RecipientFacilityLicenseNumber: line },
  ...{ EstimatedArrivalDateTime: time, ReceivedDateTime: time },
});
/** A row of `GET /transfers/v2/deliveries/{id}/packages` */
const shippedRow = z.object({
  ...{ PackageId: id, PackageLabel: tag, ItemName: line.nullish(), LabTestingState: line.nullish() },
  ...{ ShipmentPackageState: line.nullish(), PackagedDate: time, ExpirationDate: time },
  ...{ ShippedQuantity: z.number().nullish(), ShippedUnitOfMeasureName: line.nullish() },
  ...{ ReceivedQuantity: z.number().nullish(), ReceivedUnitOfMeasureName: line.nullish() },
});
/** A row of `…/packages/wholesale` */
const priceRow = z.object({ PackageId: id, ShipperWholesalePrice: dollars.nullish() });

/** Rows of one transfer; each of its deliveries has its own. */
type Transfer = z.infer<typeof transferRow>;

export function deliveryReads(
  lists: MetrcLists,
  { license, zone, wholeMs }: { license: string; zone: string; wholeMs: number },
): Pick<TrackingSystem, 'deliveries'> {
  const right = 'deliveries';

  async function packagesOf(deliveryId: number): Promise<DeliveredPackage[]> {
    const path = `/transfers/v2/deliveries/${deliveryId}/packages`;
    const keyOf = ({ PackageId }: { PackageId: number }) => PackageId;
    const [rows, priced] = await Promise.all([
      lists.read(path, shippedRow, { right, keyOf }),
      lists.read(`${path}/wholesale`, priceRow, { right, keyOf }).catch(noneIfForbidden),
    ]);
    const prices = new Map(priced.map((each) => [each.PackageId, each.ShipperWholesalePrice ?? null]));
    return rows.map((row) => ({ ...packageOf(row), wholesale: prices.get(row.PackageId) ?? null }));
  }

  /** The deliveries of a transfer that lead to this license: others of it may lead elsewhere. */
  async function deliveriesOf(transfers: readonly Transfer[]): Promise<Delivery[]> {
    const [first] = transfers;
    if (!first) return [];
    const rows = await lists.read(`/transfers/v2/${first.Id}/deliveries`, deliveryRow, {
      ...{ right, keyOf: ({ Id }) => Id },
    });
    const found: Delivery[] = [];
    for (const row of rows) {
      if (row.RecipientFacilityLicenseNumber !== license) continue;
      // In the list of deliveries the same time is written as if it had a zone, and whether it has is not known.
      const own = transfers.find(({ DeliveryId }) => DeliveryId === row.Id);
      found.push({
        ...{ id: String(row.Id), manifest: first.ManifestNumber, isVoided: first.IsVoided },
        ...{
          shipper: first.ShipperFacilityName ?? '',
          shipperLicense: first.ShipperFacilityLicenseNumber ?? '',
        },
        expectedAt: clockOf(own ? own.EstimatedArrivalDateTime : row.EstimatedArrivalDateTime, zone),
        receivedAt: momentOrNever(row.ReceivedDateTime),
        packages: await packagesOf(row.Id),
      });
    }
    return found;
  }

  return {
    async deliveries(since) {
      const startedAt = performance.now();
      const rows = await lists.read('/transfers/v2/incoming', transferRow, {
        ...{ right, since, keyOf: (row) => `${row.Id} ${row.DeliveryId ?? ''}` },
      });
      const transfers = [...Map.groupBy(rows, ({ Id }) => Id).values()];
      const found: Delivery[] = [];
      for (let index = 0; index < transfers.length; index += 2) {
        if (performance.now() - startedAt > wholeMs) throw trouble({ kind: 'slow' });
        // Two at once, as the pace allows; the first that fails is the last.
        found.push(...(await Promise.all(transfers.slice(index, index + 2).map(deliveriesOf))).flat());
      }
      return found;
    },
  };
}

/** Prices are a list of their own, which a license may not be allowed to read. */
function noneIfForbidden(error: unknown): never[] {
  if (error instanceof TrackingTrouble && error.problem.kind === 'not-permitted') return [];
  throw error;
}

function packageOf(row: z.infer<typeof shippedRow>): Omit<DeliveredPackage, 'wholesale'> {
  const state = row.ShipmentPackageState ?? 'Shipped';
  // What arrived counts, and only of what was accepted.
  const isReceived = state === 'Accepted' && typeof row.ReceivedQuantity === 'number';
  const unit = (isReceived ? row.ReceivedUnitOfMeasureName : null) ?? row.ShippedUnitOfMeasureName ?? '';
  const quantity = isReceived ? row.ReceivedQuantity : row.ShippedQuantity;
  return {
    ...{ tag: row.PackageLabel, item: row.ItemName ?? '', state, unit },
    quantity: typeof quantity === 'number' ? unitsOf(quantity, unit) : null,
    ...testOf(row.LabTestingState),
    ...{ packagedOn: dayOf(row.PackagedDate), expiresOn: dayOf(row.ExpirationDate) },
  };
}

/** yyyy-mm-dd of a date, also of one with a time; null for one that no calendar has. */
function dayOf(text: string | null | undefined): string | null {
  const day = /^(?!0001)\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text ?? '')?.[0];
  return day ? (parseDate(day)?.toString() ?? null) : null;
}
