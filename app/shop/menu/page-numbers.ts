/** Computes the page numbers that paging shows: first, last, the current one and its neighbors; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers: (number | null)[] = [];
  let last = 0;
  for (const number of [...new Set(wanted)].sort((left, right) => left - right)) {
    // Shows the page itself instead of a gap of one.
    if (number - last === 2) numbers.push(last + 1);
    else if (number - last > 2) numbers.push(null);
    numbers.push(number);
    last = number;
  }
  return numbers;
}
