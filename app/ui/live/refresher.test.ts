import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refresher } from './refresher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function aPage() {
  const page = { held: false, refreshes: 0, staleness: [] as boolean[], takes: 20 };
  const refresher = new Refresher({
    refresh: async () => {
      page.refreshes += 1;
      await new Promise((done) => setTimeout(done, page.takes));
    },
    isHeld: () => page.held,
    onStale: (stale) => page.staleness.push(stale),
  });
  return { page, refresher };
}

test('a burst of fifty notifications causes one refresh', async () => {
  const { page, refresher } = aPage();
  for (let n = 0; n < 50; n++) {
    refresher.hear();
    await vi.advanceTimersByTimeAsync(2);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  expect(page.refreshes).toBe(1);
});

test('endless notifications refresh about once a second, and never two at once', async () => {
  const { page, refresher } = aPage();
  page.takes = 700;
  for (let n = 0; n < 50; n++) {
    refresher.hear();
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(page.refreshes).toBeGreaterThanOrEqual(8);
  expect(page.refreshes).toBeLessThanOrEqual(11);
});

test('a notification during a refresh causes another', async () => {
  const { page, refresher } = aPage();
  refresher.hear();
  await vi.advanceTimersByTimeAsync(155);
  expect(page.refreshes).toBe(1);
  refresher.hear();
  await vi.advanceTimersByTimeAsync(1_200);
  expect(page.refreshes).toBe(2);
});

test('a page on hold waits, shows that it is stale, and refreshes when released', async () => {
  const { page, refresher } = aPage();
  page.held = true;
  refresher.hear();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(page).toMatchObject({ refreshes: 0, staleness: [true] });
  page.held = false;
  refresher.look();
  await vi.advanceTimersByTimeAsync(200);
  expect(page).toMatchObject({ refreshes: 1, staleness: [true, false] });
});

test('a page put on hold before the burst ends also waits', async () => {
  const { page, refresher } = aPage();
  refresher.hear();
  page.held = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(page.refreshes).toBe(0);
});

test('a page on hold whose own press loaded its data again is not stale, and hears what comes after that', async () => {
  const { page, refresher } = aPage();
  page.held = true;
  refresher.hear();
  refresher.caughtUp();
  expect(page.staleness).toEqual([true, false]);
  refresher.hear();
  expect(page.staleness).toEqual([true, false, true]);
  page.held = false;
  refresher.look();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(page.refreshes).toBe(1);
});
