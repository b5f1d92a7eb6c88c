/** What of Metrc's answers is read, with its types: anything else is refused as a whole. Names are Metrc's. Pure. */
import { z } from 'zod';
import { isInUnits, MOST_UNITS } from '#core/goods/reconciliation/state-file.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import type { Facility, FacilityAct, PackageNow } from '../tracking.ts';

const LONGEST_TEXT = 200;
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true);
/** One line that PostgreSQL can store. */
export const line = z
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

/** A package's tag, in capitals. */
export const tag = z
  .string()
  .regex(/^[0-9A-Za-z]{24}$/)
  .transform((text) => text.toUpperCase());

/** A row of `GET /packages/v2/active`, `/onhold` and `/inactive`, and what `/{label}` answers. */
export const packageRow = z.object({
  Label: tag,
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
  IsFinished: flag,
  FinishedDate: line.nullish(),
  Item: z.object({ Name: line }),
});

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    Data: z.array(row).max(1000),
    TotalRecords: z.int().nonnegative(),
    TotalPages: z.int().nonnegative(),
  });

/** A page of a list that is only asked for to see whether it may be. */
export const anyPage = pageOf(z.unknown());

/** Test states that allow a sale. */
const passed: readonly string[] = ['TestPassed', 'RetestPassed'];

/** A test's state, and whether a package in it may be sold. */
export const testOf = (state: string | null | undefined) => ({
  testState: state ?? 'Unknown',
  hasPassed: passed.includes(state ?? ''),
});

/** Whole units; null for what is weighed. */
export function unitsOf(quantity: number, unit: string): number | null {
  const isUnits = isInUnits(unit) && Number.isInteger(quantity) && quantity >= 0 && quantity <= MOST_UNITS;
  return isUnits ? quantity : null;
}

export function packageOf(row: z.infer<typeof packageRow>): PackageNow {
  const { Quantity, UnitOfMeasureName: unit, LabTestingState } = row;
  return {
    ...{ tag: row.Label, item: row.Item.Name, unit, quantity: unitsOf(Quantity, unit) },
    ...testOf(LabTestingState),
    isOnHold: row.IsOnHold || row.IsOnHoldCombined || row.IsOnInvestigationHold,
    isOnRecall: row.IsOnRecall || row.IsOnRecallCombined || row.IsOnInvestigationRecall,
    isInvestigated: row.IsOnInvestigation,
    isFinished: row.IsFinished || typeof row.FinishedDate === 'string',
  };
}
