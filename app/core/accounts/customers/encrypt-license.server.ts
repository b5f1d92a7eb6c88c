/**
 * Encrypts license numbers, which are never stored readable (docs/law.md, Privacy): encrypted for the one screen that
 * may reveal it, a keyed hash to find duplicates, the last four characters for everything else.
 */
import { currentKeyId, decryptBytes, encryptBytes, keyIdOf } from '#platform/secrets/keyring.ts';
import { decrypt, keyedHash } from '#platform/secrets/secrets.ts';
import { normalizeLicenseId } from './license.ts';

export type EncryptedLicense = {
  licenseIdEncrypted: string | null;
  licenseIdHash: string | null;
  licenseIdLast4: string | null;
};

/** The prefix of numbers encrypted by the keyring; numbers without it are older than the keyring. */
const BY_KEYRING = 'k1.';

export const NO_LICENSE: EncryptedLicense = {
  licenseIdEncrypted: null,
  licenseIdHash: null,
  licenseIdLast4: null,
};

export function encryptLicense(licenseId: string | null, userId: string): EncryptedLicense {
  const plain = licenseId === null ? '' : normalizeLicenseId(licenseId);
  if (plain === '') return NO_LICENSE;
  return {
    licenseIdEncrypted: encryptNumber(plain, userId),
    licenseIdHash: hashLicense(licenseId ?? ''),
    licenseIdLast4: lastFour(plain),
  };
}

/** The hash that accounts with this number have, however it is spaced. */
export const hashLicense = (licenseId: string): string => keyedHash(normalizeLicenseId(licenseId), 'license');

/** Decrypts a number that `encryptLicense` encrypted for this person. */
export function decryptLicense(encrypted: string, userId: string): string {
  const context = contextOf(userId);
  return encrypted.startsWith(BY_KEYRING)
    ? decryptBytes(bytesOf(encrypted), context).toString('utf8')
    : decrypt(encrypted, context);
}

/** The same number under the current key; null when it already is. */
export function reencryptLicense(encrypted: string, userId: string): string | null {
  const isNow = encrypted.startsWith(BY_KEYRING) && keyIdOf(bytesOf(encrypted)) === currentKeyId();
  return isNow ? null : encryptNumber(decryptLicense(encrypted, userId), userId);
}

const bytesOf = (encrypted: string) => Buffer.from(encrypted.slice(BY_KEYRING.length), 'base64url');

function encryptNumber(plain: string, userId: string): string {
  return BY_KEYRING + encryptBytes(Buffer.from(plain), contextOf(userId)).toString('base64url');
}

const contextOf = (userId: string) => `license:${userId}`;

/** At most half of a short number. */
function lastFour(plain: string): string {
  return plain.slice(-Math.min(4, Math.floor(plain.length / 2)));
}
