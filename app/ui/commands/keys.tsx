/** Renders a shortcut as keys: G then O. */
import { Fragment } from 'react';
import { keysOf } from './shortcuts.ts';

export function Keys({ shortcut }: { shortcut: string }) {
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-ink-soft">
      {keysOf(shortcut).map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may repeat a key and never changes
        <Fragment key={index}>
          {index > 0 ? <span>then</span> : null}
          <kbd className="min-w-6 rounded-control bg-surface px-1.5 text-center font-sans inset-ring inset-ring-ink/25">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
