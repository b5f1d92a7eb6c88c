/** Renders a list without rows: nothing matches, with a link to the full list, or there is nothing yet. */
import { Link } from 'react-router';

export type EmptyWords = {
  /** For a filtered list, with the text of the link. */
  unmatched: string;
  all: string;
  /** For the full list; omit it for a list that is never empty. */
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
