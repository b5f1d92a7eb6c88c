/** Reads from the header of a license how long its barcode is, so that a pause within it does not end the scan. */

/** AAMVA card standard, Annex D: issuer, version, (from 02) version of the jurisdiction, number of subfiles, and each one's place. */
const HEADER = /(?:ANSI ?|AAMVA)\d{6}(\d{2})/i;
const SUBFILES = /^(?:[A-Z]{2}\d{8}){1,10}/i;

/** How many characters are still to come, at least; 0 once all came, null while the header does not say it. */
export function charactersLeft(typed: string): number | null {
  const header = HEADER.exec(typed);
  if (!header) return null;
  const end = header.index + header[0].length + (header[1] === '01' ? 2 : 4);
  const subfiles = SUBFILES.exec(typed.slice(end))?.[0].match(/.{10}/g);
  if (!subfiles) return null;
  const length = Math.max(...subfiles.map((each) => Number(each.slice(2, 6)) + Number(each.slice(6, 10))));
  // Scanners leave out signs that separate: three before the header, one after each subfile.
  return Math.max(0, length - typed.length - 3 - subfiles.length);
}
