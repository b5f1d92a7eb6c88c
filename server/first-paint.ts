/**
 * What a cached page does so that a first visit on a slow phone is drawn from the first answer: it brings its
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
 * The page with its style sheets inside. The link stays for React, which looks for it; disabled, it is not
 * fetched.
 * @param nonce what the policy of the page's response will name.
 */
export function inlineStyles(html: string, nonce: string, styleOf: (href: string) => string | null): string {
  return html.replaceAll(stylesheetLink, (link, before: string, href: string, after: string) => {
    const css = styleOf(href);
    return css === null
      ? link
      : `<style nonce="${nonce}">${css}</style><link ${before}rel="stylesheet" href="${href}"${after} disabled=""/>`;
  });
}

const disabledSheet = /<link [^>]*?rel="stylesheet" href="([^"]+)"[^>]*? disabled=""\/>/g;
const modulePreload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const entryModule = /(<script [^>]*type="module"[^>]*>)(.*?)<\/script>/s;

/** A picture that does not arrive holds the scripts up no longer than this. */
const PATIENCE_MS = 3000;

/**
 * The page with its scripts asked for once it has been painted with the pictures of its first screen, all at once:
 * everything on it works without them until they are here, and on a slow connection what is seen comes first.
 * Style sheets that stand inside are fetched then too, for the pages that only link them.
 * @param nonce what the policy of the page's response will name.
 */
export function scriptsAfterPaint(html: string, nonce: string): string {
  const hrefs = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, href]) => href);
  const [modules, sheets] = [hrefs(modulePreload), hrefs(disabledSheet)];
  return html.replaceAll(modulePreload, '').replace(entryModule, (_, tag: string, entry: string) => {
    const add = `const add=(name,attributes)=>document.head.append(Object.assign(document.createElement(name),attributes));for(const href of ${asScript(modules)})add('link',{rel:'modulepreload',href});add('script',{type:'module',nonce:${asScript(nonce)},textContent:${asScript(entry)}});for(const href of ${asScript(sheets)})add('link',{rel:'prefetch',as:'style',href})`;
    // A frame's callbacks run before it is painted, a timer set by the next one's when it has reached the screen.
    const starter = `{let begun=false;const begin=()=>{if(begun)return;begun=true;${add}};const painted=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(begin)));addEventListener('load',painted);setTimeout(begin,${PATIENCE_MS})}`;
    return `${tag}${starter}</script>`;
  });
}

/** A literal that may stand in an inline script: nothing in it ends the script. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
