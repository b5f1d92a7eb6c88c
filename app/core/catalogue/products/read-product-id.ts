/** The largest number PostgreSQL's integer holds. */
const LARGEST_ID = 2_147_483_647;

/** A product's id from an address; null for whatever cannot be one. */
export function readProductId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= LARGEST_ID ? id : null;
}
