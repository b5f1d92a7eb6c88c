/** What a list says where it has no rows: that nothing matches, with the way back to all of it, or that there is nothing yet. */
import { Link } from 'react-router';

export type EmptyWords = {
  /** Of a filtered list, with the words of the way back. */
  unmatched: string;
  all: string;
  /** Of the whole list; left out where one is never empty. */
  none?: string;
};

export function EmptyList({
  isFiltered,
  path,
  words: { unmatched, all, none },
}: {
  isFiltered: boolean;
  path: string;
  words: EmptyWords;
}) {
  if (none !== undefined && !isFiltered) return <p>{none}</p>;
  return (
    <>
      <p>{unmatched}</p>
      <Link
        to={path}
        className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
      >
        {all}
      </Link>
    </>
  );
}
