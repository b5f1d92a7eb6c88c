/**
 * The map of routes that browsers load with a page of the shop: without the back office and the counter, which
 * are half of the map and which shoppers never open. Their pages load the whole map, which has the shop too.
 */
import type { ServerBuild } from 'react-router';
import { STAFF_SEGMENTS } from '#core/ground/frame/staff-path.ts';

type Manifest = ServerBuild['assets'];
type Route = NonNullable<Manifest['routes'][string]>;

/** A receipt as PDF, a calendar entry, the sitemap: links to files reload the document, without the router. */
const isFile = ({ path }: Route) => path?.includes('.') === true;

/** How the build writes the whole map: this, JSON, and a semicolon. */
const ASSIGNMENT = 'window.__reactRouterManifest=';

/** The URL of the shop's map, which is beside the whole map. */
const shopUrl = (url: string) => url.replace(/manifest-(?=\w+\.js$)/, 'shop-$&');

/**
 * The shop's map as a script. What a route does not have is left out instead of false: the router asks whether it is true.
 * @param script the whole map, as the build wrote it
 * @throws Error if the build writes it in another way
 */
export function shopManifest(script: string): { url: string; script: string } {
  if (!script.startsWith(ASSIGNMENT)) throw new Error('the map of routes does not start as expected');
  const whole: Manifest = JSON.parse(script.slice(ASSIGNMENT.length).replace(/;\s*$/, ''));
  const segmentOf = (route: Route): string => {
    const parent = route.parentId === undefined ? undefined : whole.routes[route.parentId];
    const above = parent ? segmentOf(parent) : '';
    return above === '' ? ((route.path ?? '').split('/', 1)[0] ?? '') : above;
  };
  const isForShoppers = (route: Route) =>
    (route.index || route.path !== undefined) && !STAFF_SEGMENTS.includes(segmentOf(route)) && !isFile(route);
  const used = new Map<string, Route>();
  const use = (route: Route | undefined) => {
    if (!route || used.has(route.id)) return;
    use(route.parentId === undefined ? undefined : whole.routes[route.parentId]);
    used.set(route.id, route);
  };
  for (const route of Object.values(whole.routes)) if (route && isForShoppers(route)) use(route);
  const routes = Object.fromEntries(used);
  const url = shopUrl(whole.url);
  const map = JSON.stringify({ ...whole, url, routes }, (_, value) => (value === false ? undefined : value));
  return { url, script: `${ASSIGNMENT}${map};` };
}

/** The build with pages that load the shop's map. */
export function withShopManifest(build: ServerBuild): ServerBuild {
  return { ...build, assets: { ...build.assets, url: shopUrl(build.assets.url) } };
}
