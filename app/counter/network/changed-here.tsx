/** Renders, without a network, which orders this tablet changed after their copy was stored: the copy does not show them. */
import { useEffect, useState } from 'react';
import { readChanged } from './day-copy.ts';
import { changedWords } from './offline-action.ts';

export function ChangedHere() {
  const [numbers, setNumbers] = useState<readonly string[]>([]);
  useEffect(() => {
    void readChanged().then(setNumbers);
  }, []);
  if (numbers.length === 0) return null;
  return <p className="rounded-control bg-cream px-4 py-3 text-sm wrap-anywhere">{changedWords(numbers)}</p>;
}
