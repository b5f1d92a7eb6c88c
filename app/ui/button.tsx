/** Buttons and links that look like them. Three ranks; `danger` for what destroys. */
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

export type ButtonRank = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small' | 'large';

const ranks: Record<ButtonRank, string> = {
  primary: 'bg-spruce-700 text-white hover:bg-spruce-900 disabled:bg-spruce-500 aria-busy:bg-spruce-500',
  secondary:
    'bg-white text-spruce-700 inset-ring inset-ring-spruce-700/40 hover:bg-spruce-100 disabled:text-ink-soft aria-busy:text-ink-soft',
  quiet: 'text-spruce-700 underline-offset-4 hover:underline disabled:text-ink-soft aria-busy:text-ink-soft',
  danger: 'bg-clay-700 text-white hover:bg-ink disabled:opacity-70 aria-busy:opacity-70',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 text-sm',
  normal: 'min-h-11 px-5 text-base',
  large: 'min-h-13 px-7 text-base',
};

/** The classes of a button, for elements that are neither `Button` nor `ButtonLink`. */
export function buttonClass(rank: ButtonRank = 'primary', size: ButtonSize = 'normal', extra = ''): string {
  return `inline-flex items-center justify-center gap-2 rounded-control font-medium text-center transition-colors ${sizes[size]} ${ranks[rank]} ${extra}`;
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
