/** A driver's license number as it is compared: without the spaces and dashes people add, in capitals. */
export function normalizeLicenseId(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9*]/g, '');
}
