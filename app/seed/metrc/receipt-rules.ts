/** What a receipt does to its packages: entered, corrected, archived, finalized. */
import { z } from 'zod';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type Caller, type Draft, packageOf, plus, receiptOf } from './draft.ts';
import { dateAt, momentsOf } from './local-time.ts';
import { notHere, whyBlocked, whyOtherUnit } from './package-rules.ts';
import { type MetrcPackage, type MetrcReceipt, type MetrcTransaction, nextId } from './records.ts';

const text = z.string().nullish();
const number = z.number().nullish();

const transactionRow = z.object({
  PackageLabel: z.string(),
  Quantity: z.number().positive(),
  UnitOfMeasure: z.string(),
  TotalAmount: z.number().nonnegative(),
  UnitThcPercent: number,
  UnitThcContent: number,
  UnitThcContentUnitOfMeasure: text,
  UnitWeight: number,
  UnitWeightUnitOfMeasure: text,
  InvoiceNumber: text,
  Price: number,
  ExciseTax: number,
  CityTax: number,
  CountyTax: number,
  MunicipalTax: number,
  DiscountAmount: number,
  SubTotal: number,
  SalesTax: number,
  QrCodes: z.array(z.string()).nullish(),
});

export const receiptRow = z.object({
  SalesDateTime: z.string(),
  ExternalReceiptNumber: text,
  SalesCustomerType: z.string(),
  PatientLicenseNumber: text,
  CaregiverLicenseNumber: text,
  IdentificationMethod: text,
  PatientRegistrationLocationId: number,
  Transactions: z.array(transactionRow).min(1),
});

export const changedReceiptRow = receiptRow.extend({ Id: z.number().int() });
export const receiptIdRow = z.object({ Id: z.number().int() });

type ReceiptRow = z.infer<typeof receiptRow>;
type TransactionRow = z.infer<typeof transactionRow>;

/** Who may be sold to; a retailer of New York sells to consumers. */
export const CUSTOMER_TYPES = ['Consumer'];

/** Only what a laboratory has passed may be sold. */
const SOLD_STATES = ['TestPassed', 'RetestPassed'];

/** '…/q83vASNFZw' and 'https://id.1a4.com/q83vASNFZw' are the same code. */
const shortCode = (code: string) => code.slice(code.lastIndexOf('/') + 1);

/**
 * Enters a sale and takes its quantities from the packages. Refused: a time to come or before the package arrived, an
 * unknown customer type, a package that is not here, blocked, not tested or in another unit, more than it has, codes
 * that are not its own or sold already. The external number may repeat: a call that is sent twice is taken twice.
 */
export function enterReceipt(caller: Caller, draft: Draft, row: ReceiptRow): Result<number, string> {
  const id = nextId(caller.state);
  const now = caller.now.toISOString();
  return saveReceipt(caller, draft, row, {
    id,
    license: caller.license,
    number: String(id).padStart(10, '0'),
    isFinal: false,
    archivedDate: null,
    recordedAt: now,
    recordedBy: caller.user,
    lastModified: now,
  });
}

/** Replaces a receipt: its old quantities come back first. Refused: also one that is finalized or archived. */
export function changeReceipt(
  caller: Caller,
  draft: Draft,
  row: z.infer<typeof changedReceiptRow>,
): Result<number, string> {
  const found = openReceipt(caller, draft, row.Id);
  if (!found.ok) return found;
  const problem = giveBack(caller, draft, found.value);
  if (problem) return refuse(problem);
  draft.receipts[row.Id] = { ...found.value, transactions: [] };
  return saveReceipt(caller, draft, row, found.value);
}

/** Archives a receipt; its quantities come back. Refused: one that is finalized, or archived already. */
export function archiveReceipt(
  caller: Caller,
  draft: Draft,
  { Id }: z.infer<typeof receiptIdRow>,
): Result<number, string> {
  const found = openReceipt(caller, draft, Id);
  if (!found.ok) return found;
  const problem = giveBack(caller, draft, found.value);
  if (problem) return refuse(problem);
  found.value.archivedDate = dateAt(caller.now, caller.zone);
  return succeed(Id);
}

/** Finalizes a receipt, after which it cannot change. Refused: one that is final, or archived. */
export function finalizeReceipt(
  caller: Caller,
  draft: Draft,
  { Id }: z.infer<typeof receiptIdRow>,
): Result<number, string> {
  const found = openReceipt(caller, draft, Id);
  if (!found.ok) return found;
  found.value.isFinal = true;
  return succeed(Id);
}

/** Opens a final receipt again. */
export function unfinalizeReceipt(
  caller: Caller,
  draft: Draft,
  { Id }: z.infer<typeof receiptIdRow>,
): Result<number, string> {
  const found = receiptOf(caller, draft, Id);
  if (!found) return refuse(`Receipt ${Id} was not found.`);
  if (!found.isFinal) return refuse(`Receipt ${Id} is not finalized.`);
  found.isFinal = false;
  return succeed(Id);
}

function openReceipt(caller: Caller, draft: Draft, id: number): Result<MetrcReceipt, string> {
  const found = receiptOf(caller, draft, id);
  if (!found) return refuse(`Receipt ${id} was not found.`);
  if (found.archivedDate !== null) return refuse(`Receipt ${id} is archived.`);
  if (found.isFinal) return refuse(`Receipt ${id} is finalized.`);
  return succeed(found);
}

type ReceiptHead = Omit<MetrcReceipt, 'externalNumber' | 'soldAt' | 'customerType' | 'transactions'>;

function saveReceipt(
  caller: Caller,
  draft: Draft,
  row: ReceiptRow,
  rest: ReceiptHead,
): Result<number, string> {
  const problem =
    whyNotThen(caller, row.SalesDateTime) ??
    (CUSTOMER_TYPES.includes(row.SalesCustomerType)
      ? null
      : `Sales Customer Type ${row.SalesCustomerType} is not valid.`);
  if (problem) return refuse(problem);
  const transactions: MetrcTransaction[] = [];
  for (const each of row.Transactions) {
    const refused = sell(caller, draft, row, each);
    if (refused) return refuse(refused);
    transactions.push({
      label: each.PackageLabel,
      quantity: each.Quantity,
      unit: each.UnitOfMeasure,
      total: each.TotalAmount,
      codes: (each.QrCodes ?? []).map(shortCode),
    });
  }
  draft.receipts[rest.id] = {
    ...rest,
    externalNumber: row.ExternalReceiptNumber ?? null,
    soldAt: row.SalesDateTime.slice(0, 23),
    customerType: row.SalesCustomerType,
    transactions,
  };
  return succeed(rest.id);
}

function whyNotThen(caller: Caller, local: string): string | null {
  const moments = momentsOf(local, caller.zone);
  if (!moments) return `Sales Date Time ${local} is not valid.`;
  return moments.first > caller.now ? 'Sales Date Time cannot be in the future.' : null;
}

/** Takes one transaction from its package, or says why not. */
function sell(caller: Caller, draft: Draft, receipt: ReceiptRow, row: TransactionRow): string | null {
  const found = packageOf(caller, draft, row.PackageLabel);
  if (!found) return notHere(row.PackageLabel);
  const codes = (row.QrCodes ?? []).map(shortCode);
  const problem =
    whyBlocked(found) ??
    whyNotForSale(found) ??
    whyOtherUnit(found, row.UnitOfMeasure) ??
    whyTooEarly(caller, found, receipt.SalesDateTime) ??
    whyNotTheseCodes(found, codes, row.Quantity);
  if (problem) return problem;
  const left = plus(found.quantity, -row.Quantity);
  if (left < 0)
    return `Quantity ${row.Quantity} exceeds the ${found.quantity} ${found.unit} of Package ${found.label}.`;
  found.quantity = left;
  found.soldCodes.push(...codes);
  return null;
}

function whyNotForSale(found: MetrcPackage): string | null {
  if (found.isTradeSample) return `Package ${found.label} is a trade sample and cannot be sold.`;
  if (SOLD_STATES.includes(found.testState)) return null;
  return `Package ${found.label} is marked as ${found.testState} and cannot be transferred/sold.`;
}

function whyTooEarly(caller: Caller, found: MetrcPackage, local: string): string | null {
  const moments = momentsOf(local, caller.zone);
  if (!moments || !found.received || moments.last >= new Date(found.received.at)) return null;
  return `Sales Date Time is before Package ${found.label} was received.`;
}

function whyNotTheseCodes(found: MetrcPackage, codes: string[], quantity: number): string | null {
  if (codes.length > quantity) return `More QR Codes than units of Package ${found.label}.`;
  const foreign = codes.find((code) => !found.codes.includes(code));
  if (foreign) return `QR Code ${foreign} does not belong to Package ${found.label}.`;
  const again = codes.find((code, index) => found.soldCodes.includes(code) || codes.indexOf(code) < index);
  return again ? `QR Code ${again} was already sold.` : null;
}

/** Puts a receipt's quantities back, or says why not. */
function giveBack(caller: Caller, draft: Draft, receipt: MetrcReceipt): string | null {
  for (const { label, quantity, codes } of receipt.transactions) {
    const found = packageOf(caller, draft, label);
    if (!found) return notHere(label);
    if (found.finishedDate !== null) return `Package ${label} is finished.`;
    found.quantity = plus(found.quantity, quantity);
    found.soldCodes = found.soldCodes.filter((code) => !codes.includes(code));
  }
  return null;
}
