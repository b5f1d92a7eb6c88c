/** What of Metrc's answers is read, with its types: anything else is refused as a whole. Names are Metrc's. Pure. */
import { z } from 'zod';
import { isInUnits, MOST_UNITS } from '#core/goods/reconciliation/state-file.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import type { Facility, FacilityAct, TrackedPackage } from '../tracking.ts';

const LONGEST_TEXT = 200;
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true);
/** One line that PostgreSQL can store. */
const line = z
  .string()
  .max(2000)
  .transform((text) => cleanLine(text).slice(0, LONGEST_TEXT).toWellFormed())
  .refine(isPlainText);

const facility = z.object({
  Name: line,
  License: z.object({ Number: line, LicenseType: line.nullish() }),
  FacilityType: z.object({
    CanSellToConsumers: flag,
    CanGrowPlants: flag,
    CanCreateDerivedPackages: flag,
  }),
});

/** `GET /facilities/v2` */
export const facilitiesAnswer = z.array(facility).max(1000);

export function facilityOf({ Name, License, FacilityType }: z.infer<typeof facility>): Facility {
  const acts: [FacilityAct, boolean][] = [
    ['sell', FacilityType.CanSellToConsumers],
    ['grow', FacilityType.CanGrowPlants],
    ['make-packages', FacilityType.CanCreateDerivedPackages],
  ];
  return {
    ...{ name: Name, license: License.Number, type: License.LicenseType ?? '' },
    acts: acts.flatMap(([act, may]) => (may ? [act] : [])),
  };
}

const packageRow = z.object({
  Label: z.string().regex(/^[0-9A-Za-z]{24}$/),
  Quantity: z.number(),
  UnitOfMeasureName: line,
  LabTestingState: line.nullish(),
  IsOnHold: flag,
  IsOnHoldCombined: flag,
  IsOnRecall: flag,
  IsOnRecallCombined: flag,
  IsOnInvestigation: flag,
  IsOnInvestigationHold: flag,
  IsOnInvestigationRecall: flag,
  Item: z.object({ Name: line }),
});

/** A page of a list. */
const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    Data: z.array(row).max(1000),
    TotalRecords: z.int().nonnegative(),
    TotalPages: z.int().nonnegative(),
  });

/** `GET /packages/v2/active` and `/onhold` */
export const packagesAnswer = pageOf(packageRow);
/** A page of a list that is only asked for to see whether it may be. */
export const anyPage = pageOf(z.unknown());

/** Test states that allow a sale. */
const passed: readonly string[] = ['TestPassed', 'RetestPassed'];

export function packageOf(row: z.infer<typeof packageRow>): TrackedPackage {
  const { Quantity, UnitOfMeasureName: unit, LabTestingState } = row;
  const isUnits = isInUnits(unit) && Number.isInteger(Quantity) && Quantity >= 0 && Quantity <= MOST_UNITS;
  const testState = LabTestingState ?? 'Unknown';
  return {
    ...{ tag: row.Label.toUpperCase(), item: row.Item.Name, unit },
    quantity: isUnits ? Quantity : null,
    ...{ testState, hasPassed: passed.includes(testState) },
    isOnHold: row.IsOnHold || row.IsOnHoldCombined || row.IsOnInvestigationHold,
    isOnRecall: row.IsOnRecall || row.IsOnRecallCombined || row.IsOnInvestigationRecall,
    isInvestigated: row.IsOnInvestigation,
  };
}
