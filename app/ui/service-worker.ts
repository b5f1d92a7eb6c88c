/** Registers the browser's one service worker: push messages, and the offline page. */
const WORKER = '/service-worker.js';

/** Registers it, or checks for a newer one. Does nothing if the browser has no support or the page is not secure. */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker?.register(WORKER, { scope: '/', updateViaCache: 'none' });
}
