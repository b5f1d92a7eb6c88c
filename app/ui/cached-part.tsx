/**
 * A part of a page that looks the same to everybody whom it tells the same: the server draws it once and from then on
 * puts its markup in place; a browser draws it as if nothing were kept, over that very markup (decision 33).
 */
import type { ReactNode } from 'react';

/** What the server keeps while it draws a page. */
export type KeptParts = {
  /** What stands for a part drawn before: its markup, or the place it will be put in. */
  markupOf(key: string): string | undefined;
  /** What stands before and behind a part drawn anew, so that its markup is found in the page. */
  marksOf(key: string): { begin: ReactNode; end: ReactNode };
};

let keptParts: KeptParts | null = null;

/** Draws a page with these parts. Drawing is done when it returns: nothing in it waits. */
export function drawWithParts(kept: KeptParts, draw: () => string): string {
  keptParts = kept;
  try {
    return draw();
  } finally {
    keptParts = null;
  }
}

/**
 * `by` is everything that decides how the part looks, as JSON: same `by`, same markup, whoever asks and on whatever page.
 * What comes from a context (the age, marks, the address) belongs into it; ids of `useId` and pictures that are asked
 * for at once may not stand inside, because React makes them by their place in the page.
 */
export function CachedPart({
  as: Tag = 'div',
  className,
  name,
  by,
  children,
}: {
  /** The element whose contents are kept. */
  as?: 'div' | 'li' | 'ul' | 'footer';
  className?: string | undefined;
  /** Tells parts apart that are drawn of the same. */
  name: string;
  by: readonly unknown[];
  children: () => ReactNode;
}) {
  if (keptParts === null) return <Tag className={className}>{children()}</Tag>;
  const key = `${name} ${JSON.stringify(by)}`;
  const markup = keptParts.markupOf(key);
  // Drawn by React itself before, so it is as safe as whatever else React draws.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  if (markup !== undefined) return <Tag className={className} dangerouslySetInnerHTML={{ __html: markup }} />;
  const { begin, end } = keptParts.marksOf(key);
  return (
    <Tag className={className}>
      {begin}
      {children()}
      {end}
    </Tag>
  );
}
