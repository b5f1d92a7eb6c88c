/** Renders which items of an earlier order are in the cart again, and what changed. */
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';

export type ReorderAnswer = { message: string; notes: string[]; added: number };

export function Reordered({ message, notes, added }: ReorderAnswer) {
  return (
    <Notice tone={notes.length > 0 ? 'caution' : 'success'} title={message} className="mb-6 print:hidden">
      {notes.length > 0 ? (
        <ul className="mt-1 list-disc pl-5">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {added > 0 ? (
        <p>
          <Link
            to="/cart"
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
          >
            Go to the cart
          </Link>
        </p>
      ) : null}
    </Notice>
  );
}
