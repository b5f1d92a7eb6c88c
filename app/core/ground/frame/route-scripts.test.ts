import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardLinks } from './route-scripts.ts';

const ORIGIN = 'https://farm.example';

/** As much of a page's link as a press needs. */
class Link {
  isConnected = true;
  href: string;
  origin = ORIGIN;
  search = '';
  hash = '';
  target = '';
  presses = 0;
  readonly pathname: string;
  constructor(pathname: string) {
    this.pathname = pathname;
    this.href = ORIGIN + pathname;
  }
  closest = () => this;
  hasAttribute = () => false;
  click() {
    this.presses += 1;
  }
}

let follow: (event: unknown) => Promise<void>;
let stop: () => void;
let opened: string[];
let lost: string[];
/** Lets the script of this page arrive. */
let arrive: Record<string, () => void>;
/** Scripts are loaded once in a document, so each test has pages of its own. */
let turn = 0;
let names: { first: string; second: string };

beforeEach(() => {
  turn += 1;
  names = { first: `first-${turn}`, second: `second-${turn}` };
  arrive = {};
  opened = [];
  lost = [];
  const scripts: Record<string, Promise<void>> = {};
  const routes: Record<string, unknown> = {};
  for (const name of Object.values(names)) {
    scripts[name] = new Promise((resolve) => {
      arrive[name] = resolve;
    });
    routes[name] = { path: name, module: `data:text/javascript,await globalThis.scripts['${name}']` };
  }
  vi.stubGlobal('scripts', scripts);
  vi.stubGlobal('Element', Link);
  vi.stubGlobal('location', { href: `${ORIGIN}/menu`, origin: ORIGIN });
  vi.stubGlobal('window', {
    __reactRouterManifest: { routes },
    addEventListener: (_: string, listener: typeof follow) => {
      follow = listener;
    },
    removeEventListener: () => {},
  });
  stop = guardLinks(
    (path) => opened.push(path),
    (path) => lost.push(path),
  );
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** Presses the link; what is returned ends when nothing more comes of the press. */
function press(link: Link): { isHeld: boolean; end: Promise<void> } {
  const event = { target: link, button: 0, preventDefault: vi.fn(), stopPropagation: vi.fn() };
  const end = follow(event);
  return { isHeld: event.preventDefault.mock.calls.length === 1, end };
}

test('a link is held until the scripts of its page are here, and is then pressed again', async () => {
  const link = new Link(`/${names.first}`);
  const { isHeld, end } = press(link);
  expect(isHeld).toBe(true);
  expect(link.presses).toBe(0);
  arrive[names.first]?.();
  await end;
  expect(link.presses).toBe(1);
  expect(press(link).isHeld).toBe(false);
  expect({ opened, lost }).toEqual({ opened: [], lost: [] });
});

test('a held link whose list was drawn again opens its page', async () => {
  const link = new Link(`/${names.first}`);
  const { end } = press(link);
  link.isConnected = false;
  arrive[names.first]?.();
  await end;
  expect(opened).toEqual([`/${names.first}`]);
  expect(link.presses).toBe(0);
});

test('of two held links the one pressed later wins, in either order of their scripts', async () => {
  const [first, second] = [new Link(`/${names.first}`), new Link(`/${names.second}`)];
  const held = [press(first), press(second)];
  first.isConnected = false;
  arrive[names.second]?.();
  await held[1]?.end;
  arrive[names.first]?.();
  await held[0]?.end;
  expect([first.presses, second.presses]).toEqual([0, 1]);
  expect({ opened, lost }).toEqual({ opened: [], lost: [] });
});

test('a held link does nothing once another page is shown', async () => {
  const link = new Link(`/${names.first}`);
  const { end } = press(link);
  location.href = `${ORIGIN}/about`;
  arrive[names.first]?.();
  await end;
  expect(link.presses).toBe(0);
  expect(opened).toEqual([]);
});
