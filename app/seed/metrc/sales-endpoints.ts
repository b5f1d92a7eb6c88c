/** Endpoints about sales. */
import {
  type Call,
  type Door,
  type Endpoint,
  found,
  list,
  NOT_FOUND,
  read,
  refused,
  write,
} from './endpoint.ts';
import { momentsOf, timeWithOffset } from './local-time.ts';
import type { Dated } from './page.ts';
import {
  archiveReceipt,
  CUSTOMER_TYPES,
  changedReceiptRow,
  changeReceipt,
  enterReceipt,
  finalizeReceipt,
  receiptIdRow,
  receiptRow as receiptSchema,
  unfinalizeReceipt,
} from './receipt-rules.ts';
import type { MetrcReceipt } from './records.ts';
import { receiptRow } from './rows.ts';

const flag = 'CanSellToConsumers';
const VIEW: Door = { needs: ['View Sales', 'Manage Sales'], flag };
const MANAGE: Door = { needs: ['Manage Sales'], flag };
const LICENSE = ['licenseNumber'];

function rowOf({ state, faults, zone }: Call, receipt: MetrcReceipt, isListed: boolean) {
  const moments = momentsOf(receipt.soldAt, zone);
  const soldAt = faults.traps.localTimes || !moments ? receipt.soldAt : timeWithOffset(moments.first, zone);
  return receiptRow(state, receipt, { soldAt, bare: isListed && faults.traps.bareReceipts });
}

/** A receipt that is final or archived is inactive. */
const isActive = ({ isFinal, archivedDate }: MetrcReceipt) => !isFinal && archivedDate === null;

function receipts(call: Call, fits: (receipt: MetrcReceipt) => boolean): Dated[] {
  return Object.values(call.state.receipts)
    .filter((each) => each.license === call.license && fits(each))
    .map((each) => ({ at: each.lastModified, row: () => rowOf(call, each, true) }));
}

/** The latest receipt that fits: a number of the software's may have been sent twice. */
function oneReceipt(call: Call, fits: (receipt: MetrcReceipt) => boolean) {
  const receipt = Object.values(call.state.receipts).findLast(
    (each) => each.license === call.license && fits(each),
  );
  if (receipt) return found(rowOf(call, receipt, false));
  return call.faults.unknownReceipt === 401 ? refused(401, 'Unauthorized') : NOT_FOUND;
}

export const salesEndpoints: Endpoint[] = [
  list('/sales/v2/receipts/active', VIEW, { windowed: true }, (call) => receipts(call, isActive)),
  list('/sales/v2/receipts/inactive', VIEW, { windowed: true }, (call) =>
    receipts(call, (each) => !isActive(each)),
  ),
  read('/sales/v2/receipts/external/{externalNumber}', VIEW, LICENSE, (call) =>
    oneReceipt(call, ({ externalNumber }) => externalNumber === call.params.externalNumber),
  ),
  read('/sales/v2/receipts/{id}', VIEW, LICENSE, (call) =>
    oneReceipt(call, ({ id }) => id === Number(call.params.id)),
  ),
  read('/sales/v2/customertypes', { needs: [] }, [], () => found(CUSTOMER_TYPES)),
  // Payments are read for deliveries to customers, which a New York retailer was refused.
  read('/sales/v2/paymenttypes', { needs: null }, LICENSE, () => found([])),
  write(['POST', '/sales/v2/receipts'], MANAGE, receiptSchema, enterReceipt),
  write(['PUT', '/sales/v2/receipts'], MANAGE, changedReceiptRow, changeReceipt),
  write(['PUT', '/sales/v2/receipts/finalize'], MANAGE, receiptIdRow, finalizeReceipt),
  write(['PUT', '/sales/v2/receipts/unfinalize'], MANAGE, receiptIdRow, unfinalizeReceipt),
  {
    ...write(['PUT', '/sales/v2/receipts/{id}'], MANAGE, receiptIdRow, archiveReceipt),
    method: 'DELETE',
    rows: ({ params }) => [{ Id: Number(params.id) }],
  },
];
