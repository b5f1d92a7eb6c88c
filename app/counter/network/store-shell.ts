/**
 * Stores the files of the counter's pages, so that a tablet that starts or reloads without a network can show its copy.
 * They are the same for everyone; what is personal is in the copy, which a sign-out deletes. Browser only.
 */
import { registerWorker } from '#ui/service-worker.ts';
import { readerFiles } from '../camera/reader-files.ts';
import { type Manifest, shellFiles } from './shell-files.ts';

/** Both names are known to public/service-worker.js. */
const CACHE = 'counter';
const PAGE = '/counter/offline';
const WORKER_PATIENCE_MS = 10_000;

/** What this document has stored; empty before. */
let stored: readonly string[] = [];
let storing: Promise<boolean> | null = null;

/** Whether this browser can show a page without a network at all: not in a private window, nor without TLS. */
export const canStoreShell = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

/** Returns whether the pages' files and the worker that shows them are there; stores what is missing. Call it again later. */
export function storeShell(): Promise<boolean> {
  storing ??= store().finally(() => {
    storing = null;
  });
  return storing;
}

async function store(): Promise<boolean> {
  if (import.meta.env.DEV || !canStoreShell()) return false;
  try {
    await registerWorker();
    if (stored.length === 0 || !(await hasAll(stored))) stored = await storeFiles();
    return stored.length > 0 && (await isWorkerThere());
  } catch (thrown) {
    // No network or no room. The board says that the tablet is not ready, and asks again.
    console.warn('The counter’s pages are not stored on this tablet.', thrown);
    stored = [];
    return false;
  }
}

/** Whether the worker answers what this page asks for. A first one takes a moment; one that cannot start never comes. */
async function isWorkerThere(): Promise<boolean> {
  const worker = navigator.serviceWorker;
  const claimed = new Promise<void>((resolve) => {
    worker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, WORKER_PATIENCE_MS));
  const claim = async () => {
    (await worker.ready).active?.postMessage(CACHE);
    if (!worker.controller) await claimed;
  };
  await Promise.race([claim(), late]);
  return worker.controller !== null;
}

/** The browser may have deleted some of them to make room. */
async function hasAll(files: readonly string[]): Promise<boolean> {
  const cache = await caches.open(CACHE);
  const present = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return [PAGE, ...files].every((file) => present.has(file));
}

/** Returns what is stored now; nothing if the shop has no such page at the moment. */
async function storeFiles(): Promise<string[]> {
  // Without cookies: nothing of a person is in it.
  const page = await fetch(PAGE, { credentials: 'omit', cache: 'no-store' });
  if (!page.ok || page.redirected) return [];
  // What a press would load is then among what this page has loaded.
  await import('../camera/camera-dialog.tsx');
  const { __reactRouterManifest: manifest } = window as unknown as { __reactRouterManifest?: Manifest };
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const html = await page.clone().text();
  const files = shellFiles({ html, manifest, loaded, others: readerFiles }, location.origin);
  const missing = new Set(files);
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname === PAGE || missing.has(pathname)) missing.delete(pathname);
    else await cache.delete(url);
  }
  await cache.addAll([...missing]);
  // Last: a page whose files are not all there would stay blank.
  await cache.put(PAGE, page);
  return files;
}
