/** Every path of app/routes.ts as written: '/products/:id', '/*'. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routeConfig from '../../app/routes.ts';

export async function routePaths(): Promise<string[]> {
  return pathsOf(await routeConfig);
}

function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const own = entry.path ? `${parent}/${entry.path}` : entry.index ? parent || '/' : parent;
    return entry.children ? pathsOf(entry.children, own) : [own];
  });
}
