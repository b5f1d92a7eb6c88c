/** Renders buttons, and links that look like buttons. Three ranks, plus `danger` for destructive actions. */
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

export type ButtonRank = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small' | 'large';

/** The button classes, for elements that are neither `Button` nor `ButtonLink`. */
export function buttonClass(rank: ButtonRank = 'primary', size: ButtonSize = 'normal', extra = ''): string {
  return `button button-${size} button-${rank} ${extra}`.trimEnd();
}

type Look = { rank?: ButtonRank; size?: ButtonSize };

/**
 * `busy` announces the state to assistive technology and ignores further presses, including Enter in a field. It does
 * not disable the button: a disabled button loses focus, and keyboard users would land at the top of the page.
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

/** A link styled as the main action of its section. */
export function ButtonLink({ rank, size, className = '', ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass(rank, size, className)} />;
}
