/**
 * Loads the scripts of a page before the router does. Where they fail to load, the router reloads the document; only browsers
 * with the Navigation API can prevent that (`stay-on-page`), and these are Safari from 26.2 and Firefox from 147 on.
 */

type Route = { path?: string; parentId?: string; module: string };

/** Whether the scripts of the page with this pattern are here, or the browser does not need to know. */
export async function loadScripts(pattern: string): Promise<boolean> {
  const { __reactRouterManifest: manifest } = window as unknown as {
    __reactRouterManifest?: { routes: Record<string, Route> };
  };
  if (window.navigation || !manifest) return true;
  const { routes } = manifest;
  const aboveOf = ({ parentId }: Route) => (parentId === undefined ? undefined : routes[parentId]);
  const patternOf = (route: Route): string => {
    const above = aboveOf(route);
    return [above && patternOf(above), route.path].filter(Boolean).join('/');
  };
  const same = Object.values(routes).filter((route) => `/${patternOf(route)}` === pattern);
  const modules = new Set<string>();
  for (const leaf of same)
    for (let route: Route | undefined = leaf; route; route = aboveOf(route)) modules.add(route.module);
  try {
    await Promise.all([...modules].map((url) => import(/* @vite-ignore */ url)));
    return true;
  } catch {
    return false;
  }
}
