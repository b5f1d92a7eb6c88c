/** The browser's one worker for this shop: push messages, and the page that stands in without a connection. */
const WORKER = '/service-worker.js';

/** Registers it, or asks whether there is a newer one. Nothing where the browser knows none, or the page is not secure. */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker?.register(WORKER, { scope: '/', updateViaCache: 'none' });
}
