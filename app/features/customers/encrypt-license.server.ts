/**
 * A license number is never stored readable (docs/law.md, Privacy): encrypted for the one screen that may reveal
 * it, a keyed hash for finding doubles, the last four characters for everything else.
 */
import { encrypt, keyedHash } from '#platform/secrets.ts';
import { normalizeLicenseId } from './license.ts';

export type EncryptedLicense = {
  licenseIdEncrypted: string | null;
  licenseIdHash: string | null;
  licenseIdLast4: string | null;
};

export function encryptLicense(licenseId: string | null, userId: string): EncryptedLicense {
  const plain = licenseId === null ? '' : normalizeLicenseId(licenseId);
  if (plain === '') return { licenseIdEncrypted: null, licenseIdHash: null, licenseIdLast4: null };
  return {
    licenseIdEncrypted: encrypt(plain, `license:${userId}`),
    licenseIdHash: keyedHash(plain, 'license'),
    licenseIdLast4: lastFour(plain),
  };
}

/** Of a short number only as much as leaves half of it hidden. */
function lastFour(plain: string): string {
  return plain.slice(-Math.min(4, Math.floor(plain.length / 2)));
}
