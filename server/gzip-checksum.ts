/**
 * How the CRC-32 of a page changes with the word that is put into it. The checksum is linear over GF(2): it is
 * the one of the page with zeros for the word, plus the word's own remainder moved on by the bytes that
 * follow each place. So a fresh word costs one multiplication, however long the page is.
 * Polynomials are reflected as in zlib: the highest bit is x⁰.
 */
import { crc32 } from 'node:zlib';

const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** a · b modulo the polynomial. */
function times(a: number, b: number): number {
  let product = 0;
  let power = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= power;
    power = (power & 1) === 0 ? power >>> 1 : (power >>> 1) ^ POLYNOMIAL;
  }
  return product >>> 0;
}

/** What moving on by so many bytes multiplies a remainder by. */
function shift(bytes: number): number {
  let result = ONE;
  let base = ONE >>> 8;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = times(result, base);
    base = times(base, base);
  }
  return result;
}

/**
 * The checksum of `blank` (zeros where the word belongs) for any word of `length` bytes at `places`.
 * @returns a function from the word to the checksum of the page with it.
 */
export function checksumWith(
  blank: Uint8Array,
  places: readonly number[],
  length: number,
): (word: Uint8Array) => number {
  const ofBlank = crc32(blank);
  const ofZeros = crc32(new Uint8Array(length));
  // Not `blank` itself: the function that is returned would keep the whole page in memory.
  const end = blank.length - length;
  const factor = places.reduce((sum, place) => sum ^ shift(end - place), 0);
  return (word) => (ofBlank ^ times(factor, crc32(word) ^ ofZeros)) >>> 0;
}
