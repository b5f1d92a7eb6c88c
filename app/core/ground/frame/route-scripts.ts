/**
 * Loads the scripts of a link's page before the router does. Where they fail to load, the router reloads the document; only
 * browsers with the Navigation API can prevent that (`stay-on-page`), and these are Safari from 26.2 and Firefox from 147 on.
 */
import { matchPath } from 'react-router';
import { isReachable } from './lost-request.ts';
import { pressedLink } from './opened-documents.ts';

type Route = { path?: string; parentId?: string; module: string };

const loaded = new Set<string>();

/** The scripts of the pages that this path may belong to. */
function modulesOf(pathname: string): Set<string> {
  const { __reactRouterManifest: manifest } = window as unknown as {
    __reactRouterManifest?: { routes: Record<string, Route> };
  };
  const routes = manifest?.routes ?? {};
  const withAbove = (route: Route): Route[] => {
    const above = route.parentId === undefined ? undefined : routes[route.parentId];
    return [...(above ? withAbove(above) : []), route];
  };
  const modules = new Set<string>();
  for (const line of Object.values(routes).map(withAbove)) {
    const pattern = line.flatMap(({ path }) => path ?? []).join('/');
    // '*' is the page of every path.
    if (pattern === '*' || !matchPath(`/${pattern}`, pathname)) continue;
    for (const { module } of line) modules.add(module);
  }
  return modules;
}

/** A network that brings no script for this long is as good as none, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Rejects where one fails to load, or comes too late. */
async function load(urls: readonly string[]): Promise<void> {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE_MS));
  await Promise.race([Promise.all(urls.map((url) => import(/* @vite-ignore */ url))), late]);
  for (const url of urls) loaded.add(url);
}

/**
 * Holds a press on a link until the scripts of its page are here, and then presses again. If only the scripts are gone, the shop
 * has a new version, and the page opens as a document of it. A later press, or another page, ends the wait.
 * @param open opens a page whose link is gone: the list around it was drawn again
 * @param lose says that the press is lost
 */
export function guardLinks(open: (path: string) => void, lose: (path: string) => void): () => void {
  if (window.navigation) return () => {};
  let presses = 0;
  const follow = async (event: MouseEvent) => {
    const link = pressedLink(event);
    if (!link) return;
    const press = ++presses;
    const path = link.pathname + link.search + link.hash;
    const missing = [...modulesOf(link.pathname)].filter((url) => !loaded.has(url));
    if (missing.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const from = location.href;
    const isOver = () => press !== presses || location.href !== from;
    try {
      await load(missing);
    } catch {
      const answers = await isReachable();
      if (isOver()) return;
      return answers ? location.assign(path) : lose(path);
    }
    if (isOver()) return;
    if (link.isConnected) link.click();
    else open(path);
  };
  // Before React.
  window.addEventListener('click', follow, true);
  return () => window.removeEventListener('click', follow, true);
}
