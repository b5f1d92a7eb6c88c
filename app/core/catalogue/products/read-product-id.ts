/** The largest PostgreSQL integer. */
const LARGEST_ID = 2_147_483_647;

/** Parses a product's id from an address; null if it cannot be one. */
export function readProductId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= LARGEST_ID ? id : null;
}
