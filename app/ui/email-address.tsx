import { Fragment } from 'react';

/** An email address that, where it has to be broken, is broken after its @ or before a dot, and not within a word. */
export function EmailAddress({ children, className }: { children: string; className?: string }) {
  const words = children.replaceAll('@', '@\n').split(/\n|(?=[.+_])/);
  return (
    <span className={className}>
      {words.map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an address may hold a word twice, and they never change places
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {word}
        </Fragment>
      ))}
    </span>
  );
}
