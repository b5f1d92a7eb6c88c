/** Buttons and links that look like them. Three ranks; `danger` for what destroys. */
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

export type ButtonRank = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small' | 'large';

/** The classes of a button, for elements that are neither `Button` nor `ButtonLink`. */
export function buttonClass(rank: ButtonRank = 'primary', size: ButtonSize = 'normal', extra = ''): string {
  return `button button-${size} button-${rank} ${extra}`.trimEnd();
}

type Look = { rank?: ButtonRank; size?: ButtonSize };

/**
 * `busy` says so to assistive technology and refuses a second press, also of Enter in a field. It does not disable:
 * a disabled button loses the focus, and whoever pressed it would begin at the top of the page again.
 */
export function Button({
  rank,
  size,
  busy = false,
  busyText,
  className = '',
  children,
  onClick,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean; busyText?: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={buttonClass(rank, size, className)}
    >
      {busy && busyText ? busyText : children}
    </button>
  );
}

/** A link that is the action of its place. */
export function ButtonLink({ rank, size, className = '', ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass(rank, size, className)} />;
}
