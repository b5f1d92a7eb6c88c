/**
 * Stores the files of the counter's pages, so that a tablet that starts or reloads without a network can show its copy.
 * They are the same for everyone; what is personal is in the copy, which a sign-out deletes. Browser only.
 */
import { registerWorker } from '#ui/service-worker.ts';
import { readerFiles } from '../camera/reader-files.ts';

/** Both names are known to public/service-worker.js. */
const CACHE = 'counter';
const PAGE = '/counter/offline';

type Part = { module: string; imports?: readonly string[]; css?: readonly string[] };
type Manifest = { url: string; entry: Part; routes: Record<string, Part & { id: string }> };

let isStored = false;

export async function storeShell(): Promise<void> {
  if (isStored || import.meta.env.DEV || !('caches' in globalThis)) return;
  isStored = true;
  try {
    await registerWorker();
    // Without cookies: nothing of a person is in it.
    const page = await fetch(PAGE, { credentials: 'omit', cache: 'no-store' });
    if (!page.ok || page.redirected) return;
    // What a press would load is then among what this page has loaded.
    await import('../camera/camera-dialog.tsx');
    const files = new Set([
      ...[...filesOf(await page.clone().text()), ...ofManifest(), ...loaded()],
      ...readerFiles,
    ]);
    const cache = await caches.open(CACHE);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (pathname === PAGE || files.has(pathname)) files.delete(pathname);
      else await cache.delete(url);
    }
    await cache.addAll([...files]);
    // Last: a page whose files are not all there would stay blank.
    await cache.put(PAGE, page);
  } catch {
    // No network or no room: the next page tries again.
    isStored = false;
  }
}

const filesOf = (html: string): string[] => html.match(/\/assets\/[\w.-]+/g) ?? [];

/** Of the counter's routes and what is around them. */
function ofManifest(): string[] {
  const { __reactRouterManifest: manifest } = window as unknown as { __reactRouterManifest?: Manifest };
  if (!manifest) return [];
  const parts = Object.values(manifest.routes).filter(({ id }) => id === 'root' || id.startsWith('counter/'));
  return [
    manifest.url,
    ...[manifest.entry, ...parts].flatMap(({ module, imports = [], css = [] }) => [
      module,
      ...imports,
      ...css,
    ]),
  ];
}

/** What this page has loaded, such as the code behind live updates. */
const loaded = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
