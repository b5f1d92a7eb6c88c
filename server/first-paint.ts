/**
 * What a kept page does so that a first visit on a slow phone is drawn from the first answer: it brings its
 * style sheet along, and asks for its scripts when it has been seen.
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

const modulePreload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const entryModule = /(<script [^>]*type="module"[^>]*>)(.*?)<\/script>/s;

/**
 * The page with its scripts asked for once it has been painted, all at once: everything on it works without
 * them until they are here, and on a slow connection text, fonts and pictures come first.
 * @param nonce what the policy of the page's response will name.
 */
export function scriptsAfterPaint(html: string, nonce: string): string {
  const preloads = [...html.matchAll(modulePreload)].map(([, href]) => href);
  return html.replaceAll(modulePreload, '').replace(entryModule, (_, tag: string, entry: string) => {
    // A frame's callbacks run before it is painted, a timer set by one of them afterwards.
    const starter = `requestAnimationFrame(()=>setTimeout(()=>{const add=(name,attributes)=>document.head.append(Object.assign(document.createElement(name),attributes));for(const href of ${asScript(preloads)})add('link',{rel:'modulepreload',href});add('script',{type:'module',nonce:${asScript(nonce)},textContent:${asScript(entry)}})}))`;
    return `${tag}${starter}</script>`;
  });
}

/** A literal that may stand in an inline script: nothing in it ends the script. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
