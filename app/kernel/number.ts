/**
 * '1,234,567' or '1,234.5': a number as US English groups its digits. `toLocaleString` writes the same, but its first call
 * loads the browser's locale data: 20 ms of a fast machine, during which a shopper's phone answers no tap.
 */
export function formatNumber(value: number): string {
  const [whole = '', rest] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}
