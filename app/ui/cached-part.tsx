/**
 * Caches a part of a page that looks the same for everyone with the same inputs. The server renders it once and reuses
 * the markup; the browser hydrates that markup as if nothing were cached (decision 33).
 */
import type { ReactNode } from 'react';

/** The server's cache while it renders a page. */
export type KeptParts = {
  /** Returns what to insert for a part that is already rendered: its markup, or a placeholder for it. */
  markupOf(key: string): string | undefined;
  /** Markers before and after a newly rendered part, used to find its markup in the page. */
  marksOf(key: string): { begin: ReactNode; end: ReactNode };
};

let keptParts: KeptParts | null = null;

/** Renders a page with these parts. Rendering is synchronous: it is done when this returns. */
export function drawWithParts(kept: KeptParts, draw: () => string): string {
  keptParts = kept;
  try {
    return draw();
  } finally {
    keptParts = null;
  }
}

/**
 * `by` is everything that decides how the part looks, as JSON: the same `by` gives the same markup for every visitor on
 * every page. Include values that come from a context (age, marks, the address). The part must not contain `useId` ids
 * or eagerly loaded pictures, because React's output for them depends on their position in the page.
 */
export function CachedPart({
  as: Tag = 'div',
  className,
  name,
  by,
  children,
}: {
  /** The element whose contents are cached. */
  as?: 'div' | 'li' | 'ul' | 'footer';
  className?: string | undefined;
  /** Distinguishes parts rendered from the same inputs. */
  name: string;
  by: readonly unknown[];
  children: () => ReactNode;
}) {
  if (keptParts === null) return <Tag className={className}>{children()}</Tag>;
  const key = `${name} ${JSON.stringify(by)}`;
  const markup = keptParts.markupOf(key);
  // React itself rendered this markup earlier, so it is as safe as anything React renders.
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
