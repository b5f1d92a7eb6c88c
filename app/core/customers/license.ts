/** Normalizes a driver's license number for comparison: without the spaces and dashes people add, in capitals. */
export function normalizeLicenseId(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9*]/g, '');
}
