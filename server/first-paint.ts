/**
 * What a cached page, and the first page of any guest's visit, does so that it is drawn from the first answer on a slow
 * phone: it brings its style sheet along, and asks for its scripts when it has been seen.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DrawnPage, placeOf } from '#platform/pages/drawn-page.ts';
import type { InlineSources } from './security-headers.ts';

const stylesheetLink = /<link ([^>]*?)rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"([^>]*?)\/>/g;

export type BuiltStyle = { css: Uint8Array; hash: string };

/** Reads a built style sheet by its URL; null when there is none or it cannot stand inside a page. */
export function builtStyles(clientFolder: string): (href: string) => BuiltStyle | null {
  const read = new Map<string, BuiltStyle | null>();
  return (href) => {
    const known = read.get(href);
    if (known !== undefined) return known;
    let style: BuiltStyle | null = null;
    try {
      const css = readFileSync(join(clientFolder, href));
      if (!css.includes('</')) style = { css, hash: hashSource(css) };
    } catch {
      // The page goes on linking to it.
    }
    read.set(href, style);
    return style;
  };
}

/**
 * Whether a visit may begin with this page: its address was typed, or stands elsewhere, in a mail for instance. Who
 * comes from a page of ours has our style sheet and scripts already.
 */
export function beginsVisit({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('Sec-Fetch-Site') !== 'same-origin';
}

/** How a policy names an inline script or style by its text. */
export function hashSource(text: string | Uint8Array): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

/**
 * A page that was rendered under a nonce, as it can be sent to everybody: style sheets inside, scripts asked for after
 * the first paint, and in place of the nonce what the policy names. Only what bears the nonce is named, so what
 * somebody might smuggle into a page is not. null for a page in which the nonce stands anywhere else.
 */
export function pageForEverybody(
  rendered: DrawnPage,
  nonce: string,
  styleOf: (href: string) => BuiltStyle | null,
): { page: DrawnPage; inline: InlineSources } | null {
  const { page, entry, styles } = drawnByFirstAnswer(rendered, styleOf);
  const scripts = new Set<string>(entry === null ? [] : [hashSource(entry)]);
  for (const text of scriptsUnder(nonce, page.text)) scripts.add(hashSource(text));
  const sent = page.text.replaceAll(` nonce="${nonce}"`, '');
  // Of the parts nobody has to ask: what bears a nonce is never kept as one.
  if (sent.includes(nonce)) return null;
  const inline = { scripts: [...scripts].join(' '), styles: styles.join(' ') };
  return { page: new DrawnPage(sent, page.parts), inline };
}

/** The texts of the scripts that bear the nonce and run. Looked for by hand: a page is long, and this happens to each. */
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

/** A picture that does not arrive holds the scripts up no longer than this. */
const PATIENCE_MS = 3000;

/**
 * The page with its style sheets inside, and its scripts asked for once it has been painted with the pictures of its
 * first screen, all at once: everything on it works without them until they are here, and on a slow connection what is
 * seen comes first. A link to a sheet that stands inside stays for React, which looks for it; disabled, it is not
 * fetched. The sheet itself is fetched with the scripts, for the pages that only link it.
 * @returns besides the page the text of its entry script and the names of its style sheets, for the page's policy.
 */
export function drawnByFirstAnswer(
  { text: html, parts: drawnBefore }: DrawnPage,
  styleOf: (href: string) => BuiltStyle | null,
): { page: DrawnPage; entry: string | null; styles: string[] } {
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
    // A frame's callbacks run before it is painted, a timer set by the next one's when it has reached the screen.
    const starter = `{let begun=false;const begin=()=>{if(begun)return;begun=true;${add}};const painted=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(begin)));addEventListener('load',painted);setTimeout(begin,${PATIENCE_MS})}`;
    return `${tag}${starter}</script>`;
  });
  return { page: new DrawnPage(head + body, parts), entry: entryText, styles };
}

/** A literal that may stand in an inline script: nothing in it ends the script. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
