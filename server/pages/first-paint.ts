/**
 * Lets cached pages, and the first page of any guest's visit, paint from the first response on a slow phone: inlines
 * the styles that the page uses, and requests the whole style sheet and the scripts after the first paint.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf, RenderedPage } from '#platform/pages/rendered-page.ts';
import type { InlineSources } from '#server/http/security-headers.ts';
import { classesIn, readSheet, type Sheet, usedStyles } from './used-styles.ts';

const stylesheetLink = /<link ([^>]*?)rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"([^>]*?)\/>/g;

/** A built style sheet by its URL; null if it does not exist or cannot be inlined. */
export type StyleOf = (href: string) => Sheet | null;

export function builtStyles(clientFolder: string): StyleOf {
  const read = new Map<string, Sheet | null>();
  return (href) => {
    const known = read.get(href);
    if (known !== undefined) return known;
    let style: Sheet | null = null;
    try {
      const css = readFileSync(join(clientFolder, href), 'utf8');
      if (!css.includes('</')) style = readSheet(css);
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
 * Inlines the styles that the page uses, and requests its scripts, all at once, after the page and the pictures of its
 * first screen have been painted: everything works without scripts until they arrive, and on a slow connection visible
 * content comes first. The link to an inlined sheet stays for React, which looks for it, disabled, so that it is not
 * fetched. Where only a part of the sheet is inlined, the whole is fetched with the scripts, and these start when it is
 * there: what they add to the page has its styles. A sheet that is inlined whole stays disabled, because faces of fonts
 * that are declared twice load twice; it is fetched for pages that only link it.
 * @returns the page, the text of its entry script and the hashes of its styles, for the page's policy.
 */
export function drawnByFirstAnswer(
  rendered: RenderedPage,
  styleOf: StyleOf,
): { page: RenderedPage; entry: string | null; styles: string[] } {
  const html = rendered.text;
  const headEnd = html.indexOf('</head>') + 1;
  const parts = [...rendered.parts];
  const modules: string[] = [];
  const sheets: { whole: string[]; part: string[] } = { whole: [], part: [] };
  const styles: string[] = [];
  let classes: ReadonlySet<string> | null = null;
  const head = html
    .slice(0, headEnd)
    .replaceAll(modulePreload, (_, href: string) => {
      modules.push(href);
      return '';
    })
    .replaceAll(stylesheetLink, (link, before: string, href: string, after: string) => {
      const sheet = styleOf(href);
      if (sheet === null) return link;
      classes ??= classesIn(rendered);
      const used = usedStyles(sheet.pieces, classes);
      sheets[used === sheet.text ? 'whole' : 'part'].push(href);
      const css = Buffer.from(used);
      styles.push(hashSource(css));
      return `<style>${placeOf(parts.push(css) - 1)}</style><link ${before}rel="stylesheet" href="${href}"${after} disabled=""/>`;
    });
  let entryText: string | null = null;
  const body = html.slice(headEnd).replace(entryModule, (_, tag: string, entry: string) => {
    entryText = entry;
    const add = `const add=(name,attributes)=>document.head.append(Object.assign(document.createElement(name),attributes));for(const href of ${asScript(modules)})add('link',{rel:'modulepreload',href});for(const href of ${asScript(sheets.whole)})add('link',{rel:'prefetch',as:'style',href});const ready=${asScript(sheets.part)}.map((href)=>new Promise((done)=>{const link=document.querySelector('link[href="'+href+'"]');link.onload=link.onerror=done;link.disabled=false}));Promise.allSettled(ready).then(()=>add('script',{type:'module',textContent:${asScript(entry)}}))`;
    // Frame callbacks run before the paint; a timer set in the next frame runs after the paint has reached the screen.
    const starter = `{let started=false;const start=()=>{if(started)return;started=true;${add}};const painted=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(start)));addEventListener('load',painted);setTimeout(start,${PATIENCE_MS})}`;
    return `${tag}${starter}</script>`;
  });
  return { page: new RenderedPage(head + body, parts), entry: entryText, styles };
}

/** A literal that is safe in an inline script: nothing in it ends the script. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
