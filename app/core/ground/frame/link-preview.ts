/** What search engines and link previews read of a page: its address, and the card that a shared link becomes (Open Graph). */
import type { MetaDescriptor } from 'react-router';

/** A picture of a card. Its size is in pixels: with it a card is drawn before the picture is loaded. */
export type LinkPicture = { url: string; width: number; height: number; alt: string };

/** The picture of pages that have none of their own. @param origin the shop's public address */
export function storePicture(origin: string): LinkPicture {
  return { url: `${origin}/art/og.jpg`, width: 1200, height: 630, alt: 'A river between mountain ridges' };
}

/** @param page `siteName` and `description` are left out if they are '' */
export function linkPreview(page: {
  siteName: string;
  title: string;
  description: string;
  canonical: string;
  picture: LinkPicture;
  type?: 'website' | 'product';
}): MetaDescriptor[] {
  const { siteName, title, description, canonical, picture, type = 'website' } = page;
  return [
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...(siteName ? [{ property: 'og:site_name', content: siteName }] : []),
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: canonical },
    { property: 'og:image', content: picture.url },
    { property: 'og:image:width', content: String(picture.width) },
    { property: 'og:image:height', content: String(picture.height) },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
