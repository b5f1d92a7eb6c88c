/**
 * Lets cached pages, and the first page of any guest's visit, paint from the first response on a slow phone: inlines
 * the style sheet, and requests the scripts after the first paint.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf, RenderedPage } from '#platform/pages/rendered-page.ts';
import type { InlineSources } from '#server/http/security-headers.ts';

const stylesheetLink = /<link ([^>]*?)rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"([^>]*?)\/>/g;

export type BuiltStyle = { css: Uint8Array; hash: string };

/** A built style sheet by its URL; null if it does not exist or cannot be inlined. */
export type StyleOf = (href: string) => BuiltStyle | null;

export function builtStyles(clientFolder: string): StyleOf {
  const read = new Map<string, BuiltStyle | null>();
  return (href) => {
    const known = read.get(href);
    if (known !== undefined) return known;
    let style: BuiltStyle | null = null;
    try {
      const css = readFileSync(join(clientFolder, href));
      if (!css.includes('</')) style = { css, hash: hashSource(css) };
    } catch {
      // The page still links to it.
    }
    read.set(href, style);
    return style;
  };
}

/**
 * Whether this page may start a visit: its address was typed, or opened from elsewhere, such as a mail. A visitor
 * coming from one of our pages already has the style sheet and scripts.
 */
export function beginsVisit({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('Sec-Fetch-Site') !== 'same-origin';
}

/** The hash source that allows an inline script or style in a policy. */
export function hashSource(text: string | Uint8Array): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

/**
 * Makes a page rendered with a nonce sendable to everyone: inlines style sheets, requests scripts after the first
 * paint, and lets the policy name hashes in place of the nonce. Only scripts with the nonce are named, so the policy
 * blocks anything injected into a page. Null if the nonce occurs anywhere else in the page.
 */
export function pageForEverybody(
  rendered: RenderedPage,
  nonce: string,
  styleOf: StyleOf,
): { page: RenderedPage; inline: InlineSources } | null {
  const { page, entry, styles } = drawnByFirstAnswer(rendered, styleOf);
  const scripts = new Set<string>(entry === null ? [] : [hashSource(entry)]);
  for (const text of scriptsUnder(nonce, page.text)) scripts.add(hashSource(text));
  const sent = page.text.replaceAll(` nonce="${nonce}"`, '');
  // The cached parts need no check: parts with a nonce are never cached.
  if (sent.includes(nonce)) return null;
  const inline = { scripts: [...scripts].join(' '), styles: styles.join(' ') };
  return { page: new RenderedPage(sent, page.parts), inline };
}

/**
 * The texts of the executable scripts that carry the nonce. Searches by hand instead of parsing, because pages are long
 * and every page passes here.
 */
function scriptsUnder(nonce: string, html: string): string[] {
  const texts: string[] = [];
  for (let at = html.indexOf('<script'); at !== -1; at = html.indexOf('<script', at)) {
    const opened = html.indexOf('>', at) + 1;
    const closed = html.indexOf('</script>', opened);
    if (opened === 0 || closed === -1) break;
    const tag = html.slice(at, opened);
    if (tag.includes(`nonce="${nonce}"`) && !tag.includes('ld+json')) texts.push(html.slice(opened, closed));
    at = closed;
  }
  return texts;
}

const modulePreload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const entryModule = /(<script [^>]*type="module"[^>]*>)(.*?)<\/script>/s;

/** The longest that a missing picture delays the scripts, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Inlines the page's style sheets, and requests its scripts, all at once, after the page and the pictures of its first
 * screen have been painted: everything works without scripts until they arrive, and on a slow connection visible
 * content comes first. The link to an inlined sheet stays for React, which looks for it; because it is disabled, it is
 * not fetched. The sheet itself is fetched with the scripts, for pages that only link it.
 * @returns the page, the text of its entry script and the hashes of its style sheets, for the page's policy.
 */
export function drawnByFirstAnswer(
  { text: html, parts: drawnBefore }: RenderedPage,
  styleOf: StyleOf,
): { page: RenderedPage; entry: string | null; styles: string[] } {
  const headEnd = html.indexOf('</head>') + 1;
  const parts = [...drawnBefore];
  const modules: string[] = [];
  const sheets: string[] = [];
  const styles: string[] = [];
  const head = html
    .slice(0, headEnd)
    .replaceAll(modulePreload, (_, href: string) => {
      modules.push(href);
      return '';
    })
    .replaceAll(stylesheetLink, (link, before: string, href: string, after: string) => {
      const style = styleOf(href);
      if (style === null) return link;
      sheets.push(href);
      styles.push(style.hash);
      return `<style>${placeOf(parts.push(style.css) - 1)}</style><link ${before}rel="stylesheet" href="${href}"${after} disabled=""/>`;
    });
  let entryText: string | null = null;
  const body = html.slice(headEnd).replace(entryModule, (_, tag: string, entry: string) => {
    entryText = entry;
    const add = `const add=(name,attributes)=>document.head.append(Object.assign(document.createElement(name),attributes));for(const href of ${asScript(modules)})add('link',{rel:'modulepreload',href});add('script',{type:'module',textContent:${asScript(entry)}});for(const href of ${asScript(sheets)})add('link',{rel:'prefetch',as:'style',href})`;
    // Frame callbacks run before the paint; a timer set in the next frame runs after the paint has reached the screen.
    const starter = `{let started=false;const start=()=>{if(started)return;started=true;${add}};const painted=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(start)));addEventListener('load',painted);setTimeout(start,${PATIENCE_MS})}`;
    return `${tag}${starter}</script>`;
  });
  return { page: new RenderedPage(head + body, parts), entry: entryText, styles };
}

/** A literal that is safe in an inline script: nothing in it ends the script. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
