/**
 * Normalizes a driver's license number for comparison: without the spaces and dashes people add, in capitals; letters and
 * digits of another width are the plain ones, or one license would count as two people.
 */
export function normalizeLicenseId(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9*]/g, '');
}
