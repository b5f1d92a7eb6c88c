/** Prints the page. Hidden without JavaScript, where the browser's own menu prints. */
import { Printer } from '#ui/icons.ts';
import { type ButtonRank, type ButtonSize, buttonClass } from './button.tsx';

export function PrintButton({
  rank = 'secondary',
  size = 'normal',
  className = '',
}: {
  rank?: ButtonRank;
  size?: ButtonSize;
  className?: string;
}) {
  return (
    <button
      type="button"
      onClick={() => window.print()}
      className={buttonClass(rank, size, `print:hidden noscript:hidden ${className}`)}
    >
      <Printer aria-hidden="true" className="size-4" /> Print
    </button>
  );
}
