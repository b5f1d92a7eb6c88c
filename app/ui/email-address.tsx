import { Fragment } from 'react';

/** Renders an email address that may only wrap after its @ or before a dot, never within a word. */
export function EmailAddress({ children, className }: { children: string; className?: string }) {
  const words = children.replaceAll('@', '@\n').split(/\n|(?=[.+_])/);
  return (
    <span className={className}>
      {words.map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words may repeat and never change order
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {word}
        </Fragment>
      ))}
    </span>
  );
}
