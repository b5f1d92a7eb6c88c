/** Push messages of a browser, turned on in its preferences. */
import type { BrowserContext } from '@playwright/test';
import type { PushBrowser } from '#tests/support/push-service.ts';

export const PREFERENCES = '/notifications/preferences';

/**
 * Lets this browser's push manager subscribe at the tests' service: a browser without a network has none. The service
 * worker, its notifications and the permission are real.
 */
export async function subscribeHere(
  context: BrowserContext,
  browser: PushBrowser,
  origin: string,
): Promise<void> {
  await context.grantPermissions(['notifications'], { origin });
  await context.addInitScript((own) => {
    const NAME = 'push manager of the tests';
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
    const made = (key: string) => ({
      endpoint: own.endpoint,
      options: { applicationServerKey: bytes(key), userVisibleOnly: true },
      toJSON: () => ({ endpoint: own.endpoint, keys: { p256dh: own.p256dh, auth: own.auth } }),
      unsubscribe: async () => {
        localStorage.removeItem(NAME);
        return true;
      },
    });
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem(NAME, String(options?.applicationServerKey));
      return made(String(options?.applicationServerKey)) as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => {
      const key = localStorage.getItem(NAME);
      return key === null ? null : (made(key) as unknown as PushSubscription);
    };
  }, browser);
}
