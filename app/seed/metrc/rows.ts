/** How Metrc writes what it knows: its names and types, as in the endpoints' examples. */
import { BLANK_FACILITY_TYPE, BLANK_ITEM, BLANK_PACKAGE } from './blank-fields.ts';
import { timeWithOffset, universalTime } from './local-time.ts';
import type {
  MetrcAdjustment,
  MetrcFacility,
  MetrcItem,
  MetrcLabResult,
  MetrcPackage,
  MetrcReceipt,
  MetrcState,
  MetrcUser,
} from './records.ts';

type Row = Record<string, unknown>;

/** By name: what it measures, and its abbreviation. */
export const UNITS: Record<string, { type: string; abbreviation: string }> = {
  Each: { type: 'CountBased', abbreviation: 'ea' },
  Grams: { type: 'WeightBased', abbreviation: 'g' },
  Ounces: { type: 'WeightBased', abbreviation: 'oz' },
};

const abbreviationOf = (unit: string) => UNITS[unit]?.abbreviation ?? unit;

/** A time that was never set. */
const NEVER = '0001-01-01T00:00:00+00:00';

/** A license as its user sees it. */
export function facilityRow(facility: MetrcFacility, user: MetrcUser): Row {
  return {
    FacilityId: facility.id,
    HireDate: '0001-01-01',
    IsOwner: false,
    IsManager: true,
    IsFinancialContact: false,
    Email: null,
    Occupations: [],
    Name: facility.name,
    Alias: facility.name,
    DisplayName: facility.name,
    CredentialedDate: '2024-01-01',
    SupportActivationDate: null,
    SupportExpirationDate: null,
    FacilityType: {
      ...BLANK_FACILITY_TYPE,
      IsRetail: false,
      ...Object.fromEntries(facility.flags.map((flag) => [flag, true])),
    },
    License: {
      Number: facility.license,
      EmployeeLicenseNumber: `${facility.license}-${user.name}`,
      StartDate: '2024-01-01',
      EndDate: '2030-01-01',
      LicenseType: 'Adult-Use Retail Dispensary',
    },
    AllowTransferOfOnHoldPackages: null,
    AllowTransferOfOnRecallPackages: null,
  };
}

function itemFields({ id, name, category, strain }: MetrcItem): Row {
  return {
    ...BLANK_ITEM,
    Id: id,
    Name: name,
    ProductCategoryName: category,
    StrainName: strain,
    ItemBrandId: 0,
    ApprovalStatusDateTime: NEVER,
    ProductImages: [],
    LabelImages: [],
    PackagingImages: [],
    ProductPDFDocuments: [],
    LabTestBatchNames: [],
  };
}

/** An item in the list of items: there its kinds are words, inside a package numbers. */
export function itemRow(item: MetrcItem, unit: string): Row {
  return {
    ...itemFields(item),
    ProductCategoryType: item.category,
    QuantityType: UNITS[unit]?.type ?? 'CountBased',
    DefaultLabTestingState: 'AwaitingConfirmation',
    UnitOfMeasureName: unit,
    ApprovalStatus: 'Approved',
    StrainId: 0,
    StrainName: item.strain ?? '',
  };
}

/** The label's codes. */
export function productLabel({ codes, lastModified }: MetrcPackage): Row {
  return {
    QrCount: codes.length,
    IsChildFromParentWithLabel: false,
    OriginalSourcePackageId: null,
    OriginalSourcePackageLabel: null,
    LabelSource: codes.length > 0 ? 'RetailId' : null,
    QrCodeRanges: null,
    LastLabelGenerationDate: codes.length > 0 ? universalTime(lastModified) : null,
    IsActive: true,
  };
}

/** A package. Its times of arrival have the facility's offset. */
export function packageRow(found: MetrcPackage, zone: string): Row {
  const { received } = found;
  return {
    ...BLANK_PACKAGE,
    Id: found.id,
    Label: found.label,
    PackageType: 'Product',
    SourceHarvestCount: 0,
    SourcePackageCount: 0,
    SourceProcessingJobCount: 0,
    LocationName: found.location,
    Quantity: found.quantity,
    OriginalPackageQuantity: 0,
    UnitOfMeasureName: found.unit,
    UnitOfMeasureAbbreviation: abbreviationOf(found.unit),
    Note: found.note,
    PackagedDate: found.packagedDate,
    ExpirationDate: found.expirationDate,
    InitialLabTestingState: 'NotSubmitted',
    LabTestingState: found.testState,
    LabTestingStateDate: found.testedDate ?? found.packagedDate,
    LabTestingPerformedDate: found.testedDate,
    IsTradeSample: found.isTradeSample,
    ReceivedDateTime: received && timeWithOffset(new Date(received.at), zone),
    ReceivedFromManifestNumber: received?.manifest ?? null,
    ReceivedFromFacilityLicenseNumber: received?.fromLicense ?? null,
    ReceivedFromFacilityName: received?.fromName ?? null,
    IsOnHold: found.isOnHold,
    IsOnHoldCombined: found.isOnHold,
    IsOnInvestigation: found.isOnInvestigation,
    IsOnInvestigationHold: found.isOnInvestigation,
    IsOnRecall: found.isOnRecall,
    IsOnRecallCombined: found.isOnRecall,
    IsFinished: found.finishedDate !== null,
    FinishedDate: found.finishedDate,
    LastModified: universalTime(found.lastModified),
    Item: {
      ...itemFields(found.item),
      ProductCategoryType: 0,
      QuantityType: 0,
      DefaultLabTestingState: 0,
      ApprovalStatus: 0,
    },
    ProductLabel: productLabel(found),
  };
}

/** An adjustment, with its package as it is now. */
export function adjustmentRow({ packages }: MetrcState, made: MetrcAdjustment): Row {
  const found = packages[made.label];
  const unit = found?.unit ?? 'Each';
  return {
    PackageId: found?.id ?? 0,
    PackageLabel: made.label,
    ItemName: found?.item.name ?? '',
    ItemCategoryName: found?.item.category ?? '',
    AdjustmentQuantity: made.quantity,
    AdjustmentUnitOfMeasureName: unit,
    AdjustmentUnitOfMeasureAbbreviation: abbreviationOf(unit),
    AdjustmentReasonName: made.reason,
    AdjustmentNote: made.note,
    AdjustmentDate: `${made.date}T00:00:00Z`,
    PackagedDate: `${found?.packagedDate ?? made.date}T00:00:00Z`,
    AdjustedByUserName: made.by,
    PackageLabTestResultExpirationDateTime: null,
  };
}

/** A receipt; lists may leave its transactions out. Its sale is in local time, or with an offset where asked for. */
export function receiptRow(
  { packages }: MetrcState,
  receipt: MetrcReceipt,
  { soldAt, bare }: { soldAt: string; bare: boolean },
): Row {
  const { transactions } = receipt;
  const cents = transactions.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
  return {
    Id: receipt.id,
    ReceiptNumber: receipt.number,
    ExternalReceiptNumber: receipt.externalNumber,
    SalesDateTime: soldAt,
    SalesCustomerType: receipt.customerType,
    PatientLicenseNumber: null,
    CaregiverLicenseNumber: null,
    IdentificationMethod: null,
    PatientRegistrationLocationId: null,
    TotalPackages: new Set(transactions.map(({ label }) => label)).size,
    TotalPrice: cents / 100,
    Transactions: bare ? [] : transactions.map((each) => transactionRow(packages[each.label], each, receipt)),
    IsFinal: receipt.isFinal,
    ArchivedDate: receipt.archivedDate,
    RecordedDateTime: universalTime(receipt.recordedAt),
    RecordedByUserName: receipt.recordedBy,
    LastModified: universalTime(receipt.lastModified),
  };
}

/** The examples show no transaction: these names are an assumption (decision 116). */
function transactionRow(
  found: MetrcPackage | undefined,
  sold: MetrcReceipt['transactions'][number],
  receipt: MetrcReceipt,
): Row {
  return {
    PackageId: found?.id ?? 0,
    PackageLabel: sold.label,
    ProductName: found?.item.name ?? '',
    ProductCategoryName: found?.item.category ?? '',
    QuantitySold: sold.quantity,
    UnitOfMeasureName: sold.unit,
    UnitOfMeasureAbbreviation: abbreviationOf(sold.unit),
    TotalPrice: sold.total,
    QrCodes: sold.codes.map((code) => `https://1a4.com/${code}`),
    ArchivedDate: receipt.archivedDate,
    RecordedDateTime: universalTime(receipt.recordedAt),
    LastModified: universalTime(receipt.lastModified),
  };
}

/** One test of a laboratory's result. */
export function labResultRow(result: MetrcLabResult, found: MetrcPackage): Row {
  return {
    PackageId: result.packageId,
    LabTestResultId: result.id,
    LabFacilityLicenseNumber: 'OCM-LABS-00-000001',
    LabFacilityName: result.laboratory,
    SourcePackageLabel: found.label,
    ProductName: found.item.name,
    ProductCategoryName: found.item.category,
    TestPerformedDate: result.performedDate,
    OverallPassed: found.testState.endsWith('Passed'),
    RevokedDate: null,
    LabTestResultDocumentFileId: result.documentId,
    ResultReleased: true,
    ResultReleaseDateTime: `${result.performedDate}T00:00:00+00:00`,
    ExpirationDateTime: null,
    TestTypeName: result.test,
    TestPassed: result.passed,
    TestResultLevel: result.level,
    TestComment: '',
    TestInformationalOnly: false,
    LabTestDetailRevokedDate: null,
  };
}
