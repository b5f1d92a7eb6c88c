/** A window of another engine as a person uses it: finds things by role and name, waits for them, presses and types. */
import { writeFileSync } from 'node:fs';
import type { Driver } from './driver.ts';
import { type Found, findInPage, type Role } from './find-in-page.ts';

/** What a page may take on a busy machine, and the pause between two looks, in milliseconds. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 60;
const QUIET_MS = 400;
const PRESSES = 3;
/** What a press hit that hit no link, button or label. */
const GAP = 'a gap';

export type Name = string | RegExp;

export class Window {
  readonly driver: Driver;
  readonly #origin: string;
  #expected: RegExp | null = null;

  constructor(driver: Driver, origin: string) {
    this.driver = driver;
    this.#origin = origin;
  }

  /** Errors like these are no faults in this story. */
  expectErrors(like: RegExp): void {
    this.#expected = like;
  }

  isExpected(error: string): boolean {
    return this.#expected?.test(error) ?? false;
  }

  /** Opens a page, and waits until its scripts have taken over. */
  async open(path: string): Promise<void> {
    await this.driver.go(this.address(path));
    await this.takenOver();
  }

  address(path: string): string {
    return this.#origin + path;
  }

  /** React marks the elements it has taken over. */
  async takenOver(): Promise<void> {
    const expression = `Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))`;
    await this.until(
      'its scripts to take over',
      async () => (await this.driver.evaluate(expression)) === true,
    );
  }

  /** Waits until the page has loaded nothing for a moment: Firefox calls what it left unfinished an error. */
  async quiet(): Promise<void> {
    const loaded = () => this.run(() => performance.getEntriesByType('resource').length);
    let before = -1;
    await this.until('the page to load', async () => {
      const now = await loaded();
      const isQuiet = now === before;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      return isQuiet;
    });
  }

  /** Calls a function in the page, with arguments that are JSON. */
  run<Args extends unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T> {
    return this.driver.evaluate(`(${work})(...${JSON.stringify(args)})`) as Promise<T>;
  }

  /** Waits until the page has something visible with this role and name, and returns it. */
  async find(role: Role, name: Name): Promise<Found> {
    let found: Found | undefined;
    await this.until(`${role} ${name}`, async () => {
      [found] = await this.findAll(role, name);
      return found !== undefined;
    });
    return found as Found;
  }

  findAll(role: Role, name: Name): Promise<Found[]> {
    const wanted = typeof name === 'string' ? { text: name } : { pattern: name.source, flags: name.flags };
    return this.run(findInPage, role, wanted);
  }

  /** Waits until text is in view somewhere in the page. */
  async see(text: Name, patienceMs = PATIENCE_MS): Promise<void> {
    const isSeen = async () => {
      const shown = await this.text();
      return typeof text === 'string' ? shown.includes(text) : text.test(shown);
    };
    await this.until(`the text ${text}`, isSeen, patienceMs);
  }

  async gone(text: string): Promise<void> {
    await this.until(`no text ${text}`, async () => !(await this.text()).includes(text));
  }

  /** What the page shows, on one line. */
  text(): Promise<string> {
    return this.run(() => document.body.innerText.replaceAll(/\s+/g, ' '));
  }

  async at(path: string): Promise<void> {
    const here = () => this.run(() => location.pathname + location.search);
    await this.until(`the address ${path}`, async () => (await here()) === path);
  }

  /**
   * Presses as a finger or mouse does, in the middle of it; again if a busy machine's engine makes no click of it, or what
   * is pressed has moved away.
   */
  async press(role: Role, name: Name): Promise<void> {
    for (let tries = 0; tries < PRESSES; tries++) {
      await this.pressOnce(role, name);
      if (await this.hasClicked(role !== 'field')) return;
    }
    throw new Error(`${this.driver.engine} made no click of ${PRESSES} presses on ${role} ${name}`);
  }

  /** Whether the page got a click since `notePress`, on a button, link or label if it must; a page that is leaving did. */
  private async hasClicked(mustHit: boolean): Promise<boolean> {
    for (let looks = 0; looks < 20; looks++) {
      const press = await this.run(
        () => (window as unknown as { lastPress?: string }).lastPress ?? 'left',
      ).catch(() => 'left');
      if (mustHit && press === GAP) return false;
      if (press !== 'nothing') return true;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return false;
  }

  private async pressOnce(role: Role, name: Name): Promise<void> {
    let last: Found | undefined;
    // What is still moving is pressed where it comes to rest.
    await this.until(`${role} ${name} to press`, async () => {
      const [found] = await this.findAll(role, name);
      const rests = found?.isOnTop === true && found.x === last?.x && found.y === last.y;
      last = found;
      return rests;
    });
    const { x = 0, y = 0 } = last ?? {};
    await this.run(notePress);
    await this.driver.act([
      {
        ...{ type: 'pointer', id: 'pointer', parameters: { pointerType: 'mouse' } },
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Gives a field its value, as a browser's own form filling does. */
  async fill(label: Name, value: string): Promise<void> {
    const { id } = await this.find('field', label);
    await this.run(
      (mark, text) => {
        const field = document.querySelector<HTMLInputElement>(`[data-found="${mark}"]`);
        if (!field) throw new Error('the field is gone');
        field.focus();
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
        set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      },
      id,
      value,
    );
  }

  /** Goes back in the browser's history; by the page itself, because a driver's own Back opens the page again. */
  async back(): Promise<void> {
    await this.run(() => void setTimeout(() => history.back()));
  }

  async picture(path: string): Promise<void> {
    writeFileSync(path, await this.driver.picture());
  }

  /** Looks again and again; a page that is leaving for another cannot be asked, and is asked again. */
  async until(what: string, isSo: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
    const started = Date.now();
    let trouble = '';
    while (Date.now() - started < patienceMs) {
      try {
        if (await isSo()) return;
        trouble = '';
      } catch (error) {
        trouble = ` (${(error as Error).message})`;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    const page = await this.text().catch(() => '');
    const address = await this.run(() => location.href).catch(() => 'a page that does not answer');
    const last = await this.run(lastOf).catch(() => '');
    throw new Error(
      `${this.driver.engine} waited for ${what}${trouble} at ${address}. ${last} It shows: ${page.slice(0, 1500)}`,
    );
  }
}

/** Notes what the next press reaches, for the error of a story that goes no further. */
function notePress(): void {
  const noted = window as unknown as { lastPress: string };
  noted.lastPress = 'nothing';
  const note = ({ target }: MouseEvent) => {
    noted.lastPress = (target as Element).closest('a, button, label')?.outerHTML.slice(0, 120) ?? 'a gap';
  };
  window.addEventListener('click', note, { capture: true, once: true });
}

/** What the last press reached, and what the page asked for last. */
function lastOf(): string {
  const { lastPress } = window as unknown as { lastPress?: string };
  const asked = performance.getEntriesByType('resource').slice(-6);
  const names = asked.map(
    ({ name, startTime }) => `${new URL(name).pathname} at ${Math.round(startTime)} ms`,
  );
  return `The last press reached ${lastPress}. Asked for last: ${names.join(', ')}; now ${Math.round(performance.now())} ms.`;
}
