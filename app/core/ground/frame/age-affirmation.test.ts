import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { affirmationUntil, isGated, restoreScript } from './age-affirmation.ts';

const DAY = 86_400_000;

/** Runs the head script as a browser would: with a storage, a cookie jar, and an <html> whose gate is open. */
function load(stored: string | null, cookie = '') {
  const storage = new Map(stored === null ? [] : [['age_verified', stored]]);
  const page = { gate: true, cookie, storage };
  const document = {
    get cookie() {
      return page.cookie;
    },
    set cookie(value: string) {
      page.cookie = value;
    },
    documentElement: {
      removeAttribute: (name: string) => {
        if (name === 'data-age-gate') page.gate = false;
      },
    },
  };
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  };
  runInNewContext(restoreScript(30), { document, localStorage });
  return page;
}

test('a valid affirmation opens the shop and restores the server’s cookie', () => {
  const page = load(affirmationUntil(Date.now(), 12));
  expect(page.gate).toBe(false);
  const seconds = Number(/max-age=(\d+)/.exec(page.cookie)?.[1]);
  expect(seconds).toBeGreaterThan(12 * 86_400 - 60);
  expect(seconds).toBeLessThanOrEqual(12 * 86_400);
});

test('an empty cookie is written again, and one with the affirmation is left alone', () => {
  const word = affirmationUntil(Date.now(), 12);
  expect(load(word, 'view=1; age_verified=').cookie).toMatch(/^age_verified=\d/);
  expect(load(word, 'view=1; age_verified=2026').cookie).toBe('view=1; age_verified=2026');
});

test('an affirmation stays valid after the clock was set back, and its cookie lasts no longer than the term', () => {
  const page = load(affirmationUntil(Date.now() + DAY / 2, 30));
  expect(page.gate).toBe(false);
  expect(page.cookie).toContain(`max-age=${30 * 86_400}`);
});

test('an expired affirmation is deleted, and the gate is shown', () => {
  const page = load(new Date(Date.now() - 1000).toISOString());
  expect(page.gate).toBe(true);
  expect(page.storage.size).toBe(0);
  expect(page.cookie).toBe('');
});

test('an affirmation more than a day beyond the term is invalid', () => {
  expect(load(affirmationUntil(Date.now(), 32))).toMatchObject({ gate: true, cookie: '' });
});

test.each(['soon', '9999-12-31T00:00:00.000Z', '{}'])('%s is not a valid affirmation', (stored) => {
  const page = load(stored);
  expect(page.gate).toBe(true);
  expect(page.storage.size).toBe(0);
});

test("an older shop's bare 'true' starts its term today", () => {
  const page = load('true');
  expect(page.gate).toBe(false);
  const until = Date.parse(page.storage.get('age_verified') ?? '');
  expect(Math.abs(until - Date.now() - 30 * DAY)).toBeLessThan(5000);
});

test('without an affirmation nothing is written', () => {
  const page = load(null);
  expect([page.gate, page.cookie, page.storage.size]).toEqual([true, '', 0]);
});

test.each(['/', '/products', '/products/7', '/PRODUCTS', '/login', '/education', '/terms/more', '/nowhere'])(
  'the gate is shown before %s',
  (path) => {
    expect(isGated(path)).toBe(true);
  },
);

test.each(['/restricted', '/terms', '/privacy', '/Terms', '/privacy/', '/developers'])(
  '%s opens without the gate',
  (path) => {
    expect(isGated(path)).toBe(false);
  },
);

describe('the affirmation of a browser', () => {
  const storage = new Map<string, string>();
  let cookie = '';
  let storageRefused = false;
  const orRefuse = <T>(value: T): T => {
    if (storageRefused) throw new DOMException('refused', 'SecurityError');
    return value;
  };

  /** Loads the module as a new page does, without the state of an earlier page. */
  async function page() {
    vi.resetModules();
    return import('./age-affirmation.ts');
  }

  beforeEach(() => {
    storage.clear();
    cookie = '';
    storageRefused = false;
    vi.stubGlobal('document', {
      get cookie() {
        return cookie;
      },
    });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => orRefuse(storage.get(key) ?? null),
      setItem: (key: string, value: string) => orRefuse(storage.set(key, value)),
    });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
  });
  afterEach(() => vi.unstubAllGlobals());

  test('is missing until it is given, and then stays for as long as the shop says', async () => {
    const { holdsAffirmation, saveAffirmation } = await page();
    expect(holdsAffirmation()).toBe(false);
    saveAffirmation(30);
    expect(holdsAffirmation()).toBe(true);
    const until = Date.parse(storage.get('age_verified') ?? '');
    expect(Math.abs(until - Date.now() - 30 * DAY)).toBeLessThan(5000);
    expect((await page()).holdsAffirmation()).toBe(true);
  });

  test('is found in storage or in its cookie, and in no other cookie', async () => {
    storage.set('age_verified', affirmationUntil(Date.now(), 1));
    expect((await page()).holdsAffirmation()).toBe(true);
    storage.clear();
    cookie = 'view=1; age_verified=2026';
    expect((await page()).holdsAffirmation()).toBe(true);
    for (const none of ['view=1', 'view=1; age_verified=']) {
      cookie = none;
      expect((await page()).holdsAffirmation()).toBe(false);
    }
  });

  test('works without storage: for this page, and for the next one by the cookie', async () => {
    storageRefused = true;
    const { holdsAffirmation, saveAffirmation } = await page();
    expect(holdsAffirmation()).toBe(false);
    saveAffirmation(30);
    expect(holdsAffirmation()).toBe(true);
    cookie = 'age_verified=2026';
    expect((await page()).holdsAffirmation()).toBe(true);
  });

  test('notifies each listener on the page until it unsubscribes', async () => {
    const { saveAffirmation, onAffirmation } = await page();
    const heard: string[] = [];
    const leave = onAffirmation(() => heard.push('first'));
    onAffirmation(() => heard.push('second'));
    saveAffirmation(1);
    expect(heard).toEqual(['first', 'second']);
    leave();
    saveAffirmation(1);
    expect(heard).toEqual(['first', 'second', 'second']);
  });
});
