/** Renders a message in the page: what happened and what to do. */
import type { ComponentProps, ReactNode } from 'react';

export type NoticeTone = 'info' | 'success' | 'caution' | 'error';

const tones: Record<NoticeTone, string> = {
  info: 'bg-river-100 text-ink border-river-700',
  success: 'bg-spruce-100 text-ink border-spruce-700',
  caution: 'bg-ochre-100 text-ink border-ochre-400',
  error: 'bg-clay-100 text-ink border-clay-700',
};

/** Errors are announced at once, other messages at the next pause. */
export function Notice({
  tone = 'info',
  title,
  children,
  className = '',
  ...rest
}: Omit<ComponentProps<'div'>, 'title' | 'role'> & {
  tone?: NoticeTone;
  title?: ReactNode;
}) {
  return (
    <div
      {...rest}
      role={tone === 'error' ? 'alert' : 'status'}
      className={`rounded-control border-l-4 px-4 py-3 text-sm ${tones[tone]} ${className}`}
    >
      {title ? <p className="font-semibold">{title}</p> : null}
      {children}
    </div>
  );
}
