/** Endpoints about deliveries on their way. Metrc has no call that accepts one: a person does. */
import { BLANK_DELIVERY, BLANK_SHIPPED, BLANK_TRANSFER } from './blank-fields.ts';
import { type Call, type Door, type Endpoint, found, list, NOT_FOUND, read } from './endpoint.ts';
import { momentsOf, timeWithOffset, universalTime } from './local-time.ts';
import type { Dated } from './page.ts';
import type { MetrcDelivery, MetrcTransfer, ShippedPackage } from './records.ts';
import { productLabel } from './rows.ts';

const VIEW: Door = { needs: ['View Transfers'] };

/** Every state that a package in a delivery can have. */
const SHIPPED_STATES = ['Shipped', 'Rejected', 'Accepted', 'Returned'];

const countAccepted = ({ packages }: MetrcDelivery) =>
  packages.filter(({ status }) => status === 'Accepted').length;

/** What a transfer's row and its delivery's row have in common. */
function deliveryFields({ state, zone }: Call, delivery: MetrcDelivery) {
  const to = state.facilities.find(({ license }) => license === delivery.toLicense);
  return {
    RecipientFacilityLicenseNumber: delivery.toLicense,
    RecipientFacilityName: to?.name ?? '',
    ShipmentTypeName: 'Wholesale',
    ShipmentTransactionType: 'Standard',
    EstimatedDepartureDateTime: delivery.estimatedDeparture,
    EstimatedArrivalDateTime: delivery.estimatedArrival,
    DeliveryPackageCount: delivery.packages.length,
    DeliveryReceivedPackageCount: countAccepted(delivery),
    ReceivedDateTime: delivery.receivedAt && timeWithOffset(new Date(delivery.receivedAt), zone),
  };
}

function transferRow(call: Call, transfer: MetrcTransfer, delivery: MetrcDelivery) {
  const { deliveries, fromLicense, fromName } = transfer;
  const sum = (count: (each: MetrcDelivery) => number) =>
    deliveries.reduce((all, each) => all + count(each), 0);
  return {
    ...BLANK_TRANSFER,
    Id: transfer.id,
    ManifestNumber: transfer.manifest,
    ShipmentLicenseType: 0,
    ShipperFacilityLicenseNumber: fromLicense,
    ShipperFacilityName: fromName,
    TransporterFacilityLicenseNumber: fromLicense,
    TransporterFacilityName: fromName,
    DriverName: 'A driver',
    DriverOccupationalLicenseNumber: '',
    DriverVehicleLicenseNumber: '',
    VehicleMake: 'Ford',
    VehicleModel: 'Transit',
    VehicleLicensePlateNumber: 'ABC1234',
    DeliveryCount: deliveries.length,
    ReceivedDeliveryCount: sum(({ receivedAt }) => (receivedAt === null ? 0 : 1)),
    PackageCount: sum(({ packages }) => packages.length),
    ReceivedPackageCount: sum(countAccepted),
    ContainsProductPackage: true,
    CreatedDateTime: timeWithOffset(new Date(transfer.createdAt), call.zone),
    LastModified: universalTime(transfer.lastModified),
    DeliveryId: delivery.id,
    ...deliveryFields(call, delivery),
  };
}

/** Rows of the transfers that lead to the license. */
function incoming(call: Call, fits: (delivery: MetrcDelivery) => boolean): Dated[] {
  return call.state.transfers.flatMap((transfer) =>
    transfer.deliveries
      .filter((delivery) => delivery.toLicense === call.license && fits(delivery))
      .map((delivery) => ({ at: transfer.lastModified, row: () => transferRow(call, transfer, delivery) })),
  );
}

/** In its delivery, unlike in its transfer, the time of arrival is in UTC. */
const inUtc = (local: string, zone: string) => momentsOf(local, zone)?.first.toISOString() ?? null;

/** Deliveries to any license of the key: these calls name none. */
function deliveriesFor({ state, signedIn }: Call) {
  return state.transfers.flatMap((transfer) =>
    transfer.deliveries
      .filter(({ toLicense }) => signedIn.licenses.includes(toLicense))
      .map((delivery) => ({ transfer, delivery })),
  );
}

function shippedRows(call: Call, row: (shipped: ShippedPackage) => Record<string, unknown>): Dated[] {
  const known = deliveriesFor(call).find(({ delivery }) => delivery.id === Number(call.params.id));
  return (known?.delivery.packages ?? []).map((shipped) => ({ at: '', row: () => row(shipped) }));
}

function shippedRow({ package: shipped, status, receivedQuantity }: ShippedPackage) {
  return {
    ...BLANK_SHIPPED,
    PackageId: shipped.id,
    PackageLabel: shipped.label,
    PackageType: 'Product',
    ItemId: shipped.item.id,
    ItemName: shipped.item.name,
    ItemCategoryName: shipped.item.category,
    ItemStrainName: shipped.item.strain,
    LabTestingState: shipped.testState,
    IsTradeSample: shipped.isTradeSample,
    ShipmentPackageState: status,
    ShippedQuantity: shipped.quantity,
    ShippedUnitOfMeasureName: shipped.unit,
    PackagedDate: shipped.packagedDate,
    ExpirationDate: shipped.expirationDate,
    ReceivedQuantity: receivedQuantity,
    ReceivedUnitOfMeasureName: receivedQuantity === null ? null : shipped.unit,
    ProductLabel: productLabel(shipped),
  };
}

export const transferEndpoints: Endpoint[] = [
  list('/transfers/v2/incoming', VIEW, { windowed: true }, (call) => incoming(call, () => true)),
  list('/transfers/v2/rejected', VIEW, {}, (call) =>
    incoming(call, ({ packages }) => packages.some(({ status }) => status === 'Rejected')),
  ),
  list('/transfers/v2/{id}/deliveries', VIEW, { licensed: false }, (call) =>
    deliveriesFor(call)
      .filter(({ transfer }) => transfer.id === Number(call.params.id))
      .map(({ transfer, delivery }, index) => ({
        at: '',
        row: () => ({
          ...BLANK_DELIVERY,
          Id: delivery.id,
          ManifestNumber: transfer.manifest,
          DeliveryNumber: index + 1,
          PlannedRoute: '',
          ...deliveryFields(call, delivery),
          EstimatedArrivalDateTime: inUtc(delivery.estimatedArrival, call.zone),
        }),
      })),
  ),
  list('/transfers/v2/deliveries/{id}/packages', VIEW, { licensed: false }, (call) =>
    shippedRows(call, shippedRow),
  ),
  list('/transfers/v2/deliveries/{id}/packages/wholesale', VIEW, { licensed: false }, (call) =>
    shippedRows(call, ({ package: { id, label }, wholesalePrice }) => ({
      PackageId: id,
      PackageLabel: label,
      ShipperWholesalePrice: wholesalePrice,
      ReceiverWholesalePrice: null,
    })),
  ),
  read('/transfers/v2/deliveries/packages/states', { needs: [] }, [], () => found(SHIPPED_STATES)),
  read(
    '/transfers/v2/manifest/{id}/pdf',
    { needs: ['View Transfer Templates'] },
    ['licenseNumber'],
    (call) => {
      const known = deliveriesFor(call).find(({ transfer }) => transfer.id === Number(call.params.id));
      if (!known) return NOT_FOUND;
      return found({
        FileContents: Buffer.from(`%PDF-1.4\n% Manifest ${known.transfer.manifest}\n%%EOF\n`).toString(
          'base64',
        ),
        ContentType: 'application/octet-stream',
        FileDownloadName: `TransferManifestReport-${known.transfer.id}.pdf`,
        HttpStatusCode: 'OK',
      });
    },
  ),
];
