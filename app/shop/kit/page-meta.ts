/** Builds the <head> of a page: title, description and canonical address. */
import type { MetaDescriptor } from 'react-router';
import { linkPreview, storePicture } from '#core/ground/frame/link-preview.ts';
import { SHELL_ROUTE, type ShellFacts } from '#core/ground/frame/shell-route.ts';

type Match = { id: string; loaderData?: unknown } | undefined;

/**
 * 'About Us · Two Branches Farm'. `path` is the page's canonical path; without it search engines do not index the page.
 */
export function pageMeta(
  matches: readonly Match[],
  page: { title: string; description?: string; path?: string; origin?: string },
): MetaDescriptor[] {
  const shell = matches.find((match) => match?.id === SHELL_ROUTE)?.loaderData as ShellFacts | undefined;
  const title = shell ? `${page.title} · ${shell.store.name}` : page.title;
  const found: MetaDescriptor[] = [{ title }];
  if (page.description) found.push({ name: 'description', content: page.description });
  if (page.path === undefined) found.push({ name: 'robots', content: 'noindex' });
  else if (page.origin) {
    found.push(
      ...linkPreview({
        ...{ siteName: shell?.store.name ?? '', title, description: page.description ?? '' },
        canonical: page.origin + page.path,
        picture: storePicture(page.origin),
      }),
    );
  }
  return found;
}
