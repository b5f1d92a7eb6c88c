/** Decodes the state's code of one unit (Metrc Retail ID): the package it is from, and its number in the package. */

export type RetailItem = {
  /** The tag of its package, 24 characters. */
  packageTag: string;
  /** The same text for the same unit, however its label writes it. */
  unit: string;
};

/** Twelve bytes of package tag, and one to four of the unit's number. */
const UNIT = /^(1A4[0-9A-F]{21})(?:[0-9A-F]{2}){1,4}$/;

/**
 * Labels write the bytes in base 36, all capitals for a small QR code, or in base 64. Some scanners change capitals to
 * small letters, so base 36 is tried first, in any case. Null if no package tag results.
 * @param id the path of the address in the code
 */
export function readRetailItem(id: string): RetailItem | null {
  for (const bytes of [fromBase36(id), fromBase64(id)]) {
    const packageTag = UNIT.exec(bytes)?.[1];
    if (packageTag) return { packageTag, unit: bytes };
  }
  return null;
}

function fromBase36(id: string): string {
  if (!/^[0-9A-Z]{18,25}$/i.test(id)) return '';
  let number = 0n;
  for (const digit of id) number = number * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = number.toString(16).toUpperCase();
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}

const fromBase64 = (id: string): string => Buffer.from(id, 'base64url').toString('hex').toUpperCase();
