/** Fields that Metrc's answers have although the stand-in has nothing to say in them: empty, or false. */

/** An object with these names, each with this value. */
function all(names: string, value: null | false): Record<string, null | false> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, value]),
  );
}

/** Of an item; also inside a package. */
export const BLANK_ITEM: Record<string, unknown> = {
  ...all(
    `
    GlobalProductName GlobalProductNumber UnitOfMeasureName StrainId StrainName ItemBrandName
    AdministrationMethod UnitCbdPercent UnitCbdContent UnitCbdContentUnitOfMeasureName UnitCbdContentDose
    UnitCbdContentDoseUnitOfMeasureName UnitCbdAPercent UnitCbdAContent UnitCbdAContentUnitOfMeasureName
    UnitCbdAContentDose UnitCbdAContentDoseUnitOfMeasureName UnitThcAPercent UnitThcAContent
    UnitThcAContentUnitOfMeasureName UnitThcAContentDose UnitThcAContentDoseUnitOfMeasureId
    UnitThcAContentDoseUnitOfMeasureName UnitThcPercent UnitThcContent UnitThcContentUnitOfMeasureName
    UnitThcContentDose UnitThcContentDoseUnitOfMeasureId UnitThcContentDoseUnitOfMeasureName UnitVolume
    UnitVolumeUnitOfMeasureName UnitWeight UnitWeightUnitOfMeasureName ServingSize NumberOfDoses
    UnitQuantity UnitQuantityUnitOfMeasureName PublicIngredients Description Allergens
    ProductPhotoDescription LabelPhotoDescription PackagingPhotoDescription ProcessingJobCategoryName
    ProcessingJobTypeName ProductBrandName
  `,
    null,
  ),
  ...all(
    `
    IsExpirationDateRequired HasExpirationDate IsSellByDateRequired HasSellByDate IsUseByDateRequired
    HasUseByDate IsUsed
  `,
    false,
  ),
};

/** Of a FacilityType: what a license may do. */
export const BLANK_FACILITY_TYPE: Record<string, unknown> = {
  ...all(
    `
    RestrictHarvestPlantRestoreTimeHours TotalMemberPatientsAllowed RestrictWholesalePriceEditDays
    RestrictPlantBatchAdjustmentTimeHours
  `,
    null,
  ),
  ...all(
    `
    IsMedical IsHemp CanGrowPlants CanCreateOpeningBalancePlantBatches CanClonePlantBatches
    CanTagPlantBatches CanAssignLocationsToPlantBatches PlantsRequirePatientAffiliation
    PlantBatchesCanContainMotherPlants CanUpdatePlantStrains CanTrackVegetativePlants
    CanCreateImmaturePlantPackagesFromPlants CanPackageVegetativePlants CanPackageWaste
    CanReportHarvestSchedules CanSubmitHarvestsForTesting CanRequireHarvestSampleLabTestBatches
    CanReportStrainProperties CanCreateOpeningBalancePackages CanCreateDerivedPackages
    CanAssignLocationsToPackages CanUpdateLocationsOnPackages PackagesRequirePatientAffiliation
    CanCreateTradeSamplePackages CanDonatePackages CanSubmitPackagesForTesting
    CanCreateProcessValidationPackages CanRequirePackageSampleLabTestBatches CanReturnPackageQuantity
    CanRequestProductRemediation CanRemediatePackagesWithFailedLabResults CanRequestProductDecontamination
    CanDecontaminatePackagesWithFailedLabResults CanInfuseProducts CanRecordProcessingJobs
    CanRecordProductForDestruction CanDestroyProduct CanTestPackages TestsRequireLabSample
    CanTransferFromExternalFacilities CanSellToConsumers CanSellToPatients CanSellToExternalPatients
    CanSellToCaregivers RetailSalesToNonResidentConsumer AdvancedSales SalesRequirePatientNumber
    SalesRequireExternalPatientNumber SalesRequireExternalPatientIdentificationMethod
    SalesRequireCaregiverNumber SalesRequireCaregiverPatientNumber CanDeliverSalesToConsumers
    DeliverySalesToNonResidentConsumer SalesDeliveryAllowPlannedRoute SalesDeliveryAllowAddress
    SalesDeliveryAllowCity SalesDeliveryAllowState SalesDeliveryAllowCounty SalesDeliveryAllowZip
    SalesDeliveryRequireZone EnableExternalIdentifier SalesDeliveryRequireConsumerId
    CanDeliverSalesToPatients SalesDeliveryRequirePatientNumber SalesDeliveryRequireRecipientName
    IsSalesDeliveryHub CanHaveMemberPatients CanReportPatientCheckIns CanSpecifyPatientSalesLimitExemption
    CanReportPatientsAdverseResponses RetailerDelivery RetailerDeliveryAllowTradeSamples
    RetailerDeliveryAllowDonations RetailerDeliveryRequirePrice RetailerDeliveryAllowPartialPackages
    CanCreatePartialPackages CanAdjustSourcePackagesWithPartials CanReportOperationalExceptions
    CanReportAdulteration CanDownloadProductLabel CanReceiveAssociateProductLabel CanUseComplianceLabel
    CanTrackFinishedGoods CanOnlyReceiveFinishedGoods CanViewSourcePackages EnableSublocations
    TaxExemptReportingFeesFacilityType TaxExemptTagOrdersFacilityType CanAccessCatalog
    CanTrackMotherPlantsAsGrowthPhase CanManageItemBrands
  `,
    false,
  ),
};

/** Of a package. */
export const BLANK_PACKAGE: Record<string, unknown> = {
  ...all(
    `
    ExternalId SourceHarvestNames SourcePackageLabels LocationId LocationName SublocationId SublocationName
    LocationTypeName PatientLicenseNumber ItemFromFacilityLicenseNumber ItemFromFacilityName Note
    ExpirationDate SellByDate UseByDate LabTestingPerformedDate LabTestResultExpirationDateTime
    LabTestingRecordedDate LabTestStageId LabTestStage ProductionBatchNumber SourceProductionBatchNumbers
    RemediationDate DecontaminationDate ReceivedDateTime ReceivedFromManifestNumber
    ReceivedFromFacilityLicenseNumber ReceivedFromFacilityName IsOnRecall ArchivedDate FinishedDate
    PackageForProductDestruction LabelsLastGeneratedDateTime
  `,
    null,
  ),
  ...all(
    `
    IsProductionBatch IsTradeSample IsTradeSamplePersistent SourcePackageIsTradeSample IsDonation
    IsDonationPersistent SourcePackageIsDonation IsTestingSample IsProcessValidationTestingSample
    ProductRequiresRemediation ContainsRemediatedProduct ProductRequiresDecontamination
    ContainsDecontaminatedProduct IsOnHold IsOnHoldCombined IsOnInvestigation IsOnInvestigationHold
    IsOnInvestigationRecall IsOnRecallCombined IsFinished IsFinishedGood IsOnRetailerDelivery
  `,
    false,
  ),
};

/** Of a transfer. */
export const BLANK_TRANSFER: Record<string, unknown> = {
  ...all(
    `
    InvoiceNumber Name CreatedByUserName ActualDepartureDateTime ActualArrivalDateTime
    EstimatedReturnDepartureDateTime ActualReturnDepartureDateTime EstimatedReturnArrivalDateTime
    ActualReturnArrivalDateTime OriginatingTemplateId
  `,
    null,
  ),
  ...all(
    `
    ContainsPlantPackage ContainsProductPackage ContainsTradeSample ContainsDonation ContainsTestingSample
    ContainsProductRequiresRemediation ContainsRemediatedProductPackage IsVoided
  `,
    false,
  ),
};

/** Of a delivery. */
export const BLANK_DELIVERY: Record<string, unknown> = {
  ...all(
    `
    ManifestNumber InvoiceNumber ActualDepartureDateTime ActualArrivalDateTime GrossWeight
    GrossUnitOfWeightId GrossUnitOfWeightName EstimatedReturnDepartureDateTime ActualReturnDepartureDateTime
    EstimatedReturnArrivalDateTime ActualReturnArrivalDateTime PDFDocumentFileSystemId
  `,
    null,
  ),
  ...all(
    `
    RejectedPackagesReturned
  `,
    false,
  ),
};

/** Of a package in a delivery. */
export const BLANK_SHIPPED: Record<string, unknown> = {
  ...all(
    `
    SourceHarvestNames SourcePackageLabels ItemStrainName ItemBrandName ItemUnitCbdPercent
    ItemUnitCbdContent ItemUnitCbdContentUnitOfMeasureName ItemUnitCbdContentDose
    ItemUnitCbdContentDoseUnitOfMeasureName ItemUnitThcPercent ItemUnitThcContent
    ItemUnitThcContentUnitOfMeasureName ItemUnitThcContentDose ItemUnitThcContentDoseUnitOfMeasureName
    ItemUnitCbdAPercent ItemUnitCbdAContent ItemUnitCbdAContentUnitOfMeasureName ItemUnitCbdAContentDose
    ItemUnitCbdAContentDoseUnitOfMeasureName ItemUnitThcAPercent ItemUnitThcAContent
    ItemUnitThcAContentUnitOfMeasureName ItemUnitThcAContentDose ItemUnitThcAContentDoseUnitOfMeasureName
    ItemUnitVolume ItemUnitVolumeUnitOfMeasureName ItemUnitWeight ItemUnitWeightUnitOfMeasureName
    ItemServingSize ItemSupplyDurationDays ItemUnitQuantity ItemUnitQuantityUnitOfMeasureName
    ProductionBatchNumber RemediationDate PackagedDate ExpirationDate SellByDate UseByDate
    GrossUnitOfWeightName SourceProductionBatchNumbers ExternalId
  `,
    null,
  ),
  ...all(
    `
    IsTradeSample IsTradeSamplePersistent SourcePackageIsTradeSample IsDonation SourcePackageIsDonation
    IsTestingSample ProductRequiresRemediation ContainsRemediatedProduct IsFinishedGood
  `,
    false,
  ),
};
