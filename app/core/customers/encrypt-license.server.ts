/**
 * A license number is never stored readable (docs/law.md, Privacy): encrypted for the one screen that may reveal
 * it, a keyed hash for finding doubles, the last four characters for everything else.
 */
import { currentKeyId, decryptBytes, encryptBytes, keyIdOf } from '#platform/secrets/keyring.ts';
import { decrypt, keyedHash } from '#platform/secrets/secrets.ts';
import { normalizeLicenseId } from './license.ts';

export type EncryptedLicense = {
  licenseIdEncrypted: string | null;
  licenseIdHash: string | null;
  licenseIdLast4: string | null;
};

/** Begins what the keyring has encrypted; numbers without it are from before there was one. */
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
    licenseIdHash: keyedHash(plain, 'license'),
    licenseIdLast4: lastFour(plain),
  };
}

/** The number that `encryptLicense` encrypted for this person. */
export function decryptLicense(encrypted: string, userId: string): string {
  const context = contextOf(userId);
  return encrypted.startsWith(BY_KEYRING)
    ? decryptBytes(bytesOf(encrypted), context).toString('utf8')
    : decrypt(encrypted, context);
}

/** The same number under the key that encrypts now; null when it is under it already. */
export function reencryptLicense(encrypted: string, userId: string): string | null {
  const isNow = encrypted.startsWith(BY_KEYRING) && keyIdOf(bytesOf(encrypted)) === currentKeyId();
  return isNow ? null : encryptNumber(decryptLicense(encrypted, userId), userId);
}

const bytesOf = (encrypted: string) => Buffer.from(encrypted.slice(BY_KEYRING.length), 'base64url');

function encryptNumber(plain: string, userId: string): string {
  return BY_KEYRING + encryptBytes(Buffer.from(plain), contextOf(userId)).toString('base64url');
}

const contextOf = (userId: string) => `license:${userId}`;

/** Of a short number only as much as leaves half of it hidden. */
function lastFour(plain: string): string {
  return plain.slice(-Math.min(4, Math.floor(plain.length / 2)));
}
