import { MAX_INTEGER } from '#kernel/number.ts';

/** Parses a product's id from an address; null if it cannot be one. */
export function readProductId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= MAX_INTEGER ? id : null;
}
