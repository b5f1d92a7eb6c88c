/**
 * Caches a part of a page that looks the same for everyone with the same inputs. The server renders it once and reuses
 * the markup; the browser hydrates that markup as if nothing were cached (decision 33).
 */
import type { ComponentType, ReactNode } from 'react';
import { useMinimumAge } from './minimum-age.ts';
import { useVeiled } from './veil.ts';

/** The server's cache while it renders a page. */
export type PartCache = {
  /** Returns what to insert for a part that is already rendered: its markup, or a placeholder for it. */
  markupOf(key: string): string | undefined;
  /** Markers before and after a newly rendered part, used to find its markup in the page. */
  marksOf(key: string): { begin: ReactNode; end: ReactNode };
};

let partCache: PartCache | null = null;

/** Renders a page with these parts. Rendering is synchronous: it is done when this returns. */
export function renderWithParts(cache: PartCache, render: () => string): string {
  partCache = cache;
  try {
    return render();
  } finally {
    partCache = null;
  }
}

/** Data whose JSON is complete: no function, date or element. */
type Data =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Data[]
  | { readonly [name: string]: Data };

/**
 * `part` gets `by` as its properties, so whatever decides how it looks is in the cache key: a property that is missing
 * from `by` does not compile. The contexts that parts read, the minimum age and the age gate, are in every key. A part
 * must not read any other context, and must not contain `useId` ids or eagerly loaded pictures, because React's output
 * for them depends on their position in the page.
 */
export function CachedPart<By extends { readonly [name: string]: Data }, Rest extends object = object>({
  as: Tag = 'div',
  className,
  name,
  part: Part,
  by,
  functions,
}: {
  /** The element whose contents are cached. */
  as?: 'div' | 'li' | 'ul' | 'footer';
  className?: string | undefined;
  /** Names `part` in the cache. */
  name: string;
  part: ComponentType<NoInfer<By> & NoInfer<Rest>>;
  by: By;
  /** Handlers and components: the same for every visitor, so they are not in the key. */
  functions?: Rest;
}) {
  const contexts = [useMinimumAge(), useVeiled()];
  const contents = <Part {...by} {...(functions as Rest)} />;
  if (partCache === null) return <Tag className={className}>{contents}</Tag>;
  const key = `${name} ${JSON.stringify([contexts, by])}`;
  const markup = partCache.markupOf(key);
  // React itself rendered this markup earlier, so it is as safe as anything React renders.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  if (markup !== undefined) return <Tag className={className} dangerouslySetInnerHTML={{ __html: markup }} />;
  const { begin, end } = partCache.marksOf(key);
  return (
    <Tag className={className}>
      {begin}
      {contents}
      {end}
    </Tag>
  );
}
