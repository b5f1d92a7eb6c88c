/**
 * What a kept page does so that a first visit on a slow phone is drawn from the first answer: it brings its
 * style sheet along, and its scripts wait in line behind what is seen.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const stylesheetLink = /<link ([^>]*?)rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"([^>]*?)\/>/g;

/** Reads a built style sheet by its URL; null when there is none or it cannot stand inside a page. */
export function builtStyles(clientFolder: string): (href: string) => string | null {
  const read = new Map<string, string | null>();
  return (href) => {
    const known = read.get(href);
    if (known !== undefined) return known;
    let css: string | null;
    try {
      css = readFileSync(join(clientFolder, href), 'utf8');
    } catch {
      css = null;
    }
    if (css?.includes('</')) css = null;
    read.set(href, css);
    return css;
  };
}

/**
 * The page with its style sheets inside. The link stays for the browser's cache and for React, which looks
 * for it; as a sheet for print it holds nothing up.
 * @param nonce what the policy of the page's response will name.
 */
export function inlineStyles(html: string, nonce: string, styleOf: (href: string) => string | null): string {
  return html.replaceAll(stylesheetLink, (link, before: string, href: string, after: string) => {
    const css = styleOf(href);
    return css === null
      ? link
      : `<style nonce="${nonce}">${css}</style><link ${before}rel="stylesheet" href="${href}"${after} media="print"/>`;
  });
}

/** The page with its scripts asked for after text and fonts: everything on it works without them, until they are here. */
export function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}
