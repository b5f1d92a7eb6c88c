/**
 * Age verification from the customer's side: what is missing, what waits for a decision, what was decided, and how a
 * change of the profile affects a decision (docs/law.md, Proof of age). Staff decide; no input of a customer can
 * improve a refusal.
 */
import { isOfAge } from '#kernel/age.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';

/** The fields of a profile that decide. `isVerifiedOver21`: null undecided, true approved, false rejected. */
export type Verification = {
  /** Store-local yyyy-mm-dd. */
  birthDate: string | null;
  isVerifiedOver21: boolean | null;
  licenseVerified: boolean;
};

/**
 * Whether the customer can no longer change the birth date: one under age is on file, wherever it was typed, or staff
 * have rejected the age. Otherwise the customer could simply try another date.
 */
export function isBirthDateLocked(
  { birthDate, isVerifiedOver21 }: Verification,
  today: StoreDate,
  minimumAge: number,
): boolean {
  if (isVerifiedOver21 === false) return true;
  return birthDate !== null && !isOfAge(parseDate(birthDate), today, minimumAge);
}

/** The decision after the customer changes the data it was based on: an approval is reset, a rejection stays. */
export function afterChange(
  { isVerifiedOver21, licenseVerified }: Verification,
  changed: { birthDate: boolean; license: boolean },
): Pick<Verification, 'isVerifiedOver21' | 'licenseVerified'> {
  const isOther = changed.birthDate || changed.license;
  return {
    isVerifiedOver21: isOther && isVerifiedOver21 === true ? null : isVerifiedOver21,
    licenseVerified: licenseVerified && !isOther,
  };
}

/** Whether a license photo is newer than the approval, which stays until staff have viewed the photo. */
export function isNewPhoto(
  { isVerifiedOver21, ageDecidedAt }: Pick<Verification, 'isVerifiedOver21'> & { ageDecidedAt: Date | null },
  licensePhotoAt: Date | null,
): boolean {
  if (isVerifiedOver21 !== true || licensePhotoAt === null) return false;
  return ageDecidedAt === null || licensePhotoAt > ageDecidedAt;
}

export type AgeState = 'approved' | 'rejected' | 'under-age' | 'incomplete' | 'waiting';

/** What staff need to decide, in the order the form asks for it. */
export type MissingProof = 'birth-date' | 'license-id' | 'license-photo';

export function ageState(
  profile: Verification,
  missing: readonly MissingProof[],
  today: StoreDate,
  minimumAge: number,
): AgeState {
  if (profile.isVerifiedOver21 === true) return 'approved';
  if (profile.isVerifiedOver21 === false) return 'rejected';
  if (isBirthDateLocked(profile, today, minimumAge)) return 'under-age';
  return missing.length > 0 ? 'incomplete' : 'waiting';
}

export function missingProof(has: {
  birthDate: boolean;
  licenseId: boolean;
  licensePhoto: boolean;
}): MissingProof[] {
  const all: [MissingProof, boolean][] = [
    ['birth-date', has.birthDate],
    ['license-id', has.licenseId],
    ['license-photo', has.licensePhoto],
  ];
  return all.filter(([, isThere]) => !isThere).map(([proof]) => proof);
}

export type LicenseStatus = 'Not provided' | 'Verified' | 'Pending' | 'Rejected';

/**
 * The license status that the shop shows (specification section 4). A license that was not verified before its owner's
 * age was rejected no longer counts as pending.
 */
export function licenseStatus(license: {
  onFile: boolean;
  isVerified: boolean;
  isVerifiedOver21: boolean | null;
}): LicenseStatus {
  if (!license.onFile) return 'Not provided';
  if (license.isVerified) return 'Verified';
  return license.isVerifiedOver21 === false ? 'Rejected' : 'Pending';
}

/** Why a license on file cannot be verified: its owner's age was rejected, or is under age by the date on file. */
export function licenseObstacle(
  profile: Verification,
  today: StoreDate,
  minimumAge: number,
): 'rejected' | 'under-age' | null {
  if (profile.isVerifiedOver21 === false) return 'rejected';
  return isBirthDateLocked(profile, today, minimumAge) ? 'under-age' : null;
}
