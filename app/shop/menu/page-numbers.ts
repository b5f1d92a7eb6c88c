/** The page numbers that paging shows: first, last, this one and its neighbours; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers: (number | null)[] = [];
  let last = 0;
  for (const number of [...new Set(wanted)].sort((left, right) => left - right)) {
    // A gap of one is not worth three dots.
    if (number - last === 2) numbers.push(last + 1);
    else if (number - last > 2) numbers.push(null);
    numbers.push(number);
    last = number;
  }
  return numbers;
}
