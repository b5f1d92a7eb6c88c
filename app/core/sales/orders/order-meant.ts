/** Which order a person means who types or scans its number or its pickup pass. */
import { readPassCode } from './hand-over/pickup-pass.ts';

/** 'ORD042', 'ord 42', '#42' and '42' are one number; a pass has twelve characters. null if it can be neither. */
export function orderMeant(text: string): { number: string } | { passCode: string } | null {
  const passCode = readPassCode(text);
  if (passCode) return { passCode };
  const digits = /^#?\s*(?:ord)?\s*(\d{1,10})$/i.exec(text.trim())?.[1];
  return digits === undefined
    ? null
    : { number: `ORD${digits.replace(/^0+(?=\d{3})/, '').padStart(3, '0')}` };
}
