/** The walls of the house (docs/map.md, CONTRIBUTING.md): allowed imports, and actions limited to one file. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as statuses from '#kernel/statuses.ts';
import { type Module, readModules } from '#tests/support/imports.ts';

/** Lowest first. A floor may import itself and lower ones. The wings share the top floor. */
const floors = ['app/kernel', 'app/ui', 'app/platform', 'app/db', 'app/core', 'app/seed', 'wings'] as const;
const wings = ['app/shop', 'app/office', 'app/counter', 'app/api'] as const;
/** The fewest modules and pages that the test must see of each wing. */
const fewest = {
  'app/shop': { modules: 100, pages: 50 },
  'app/office': { modules: 100, pages: 50 },
  'app/counter': { modules: 10, pages: 1 },
  'app/api': { modules: 5, pages: 1 },
};
const LONGEST_PAGE = 100;
const isTest = /\.test\.tsx?$|\/testing\//;

const seen = readModules(['app', 'server', 'scripts', 'bench'], isTest);
/** Files that Node runs directly, without a build. */
const programs = seen.filter(({ source }) => /^(scripts|bench)\//.test(source));
const modules = seen.filter(({ source }) => /^(app|server)\//.test(source));

type Arrow = { from: string; to: string };

function arrows(): Arrow[] {
  return modules.flatMap((module) =>
    module.imports
      .filter(({ to }) => /^(app|server)\//.test(to))
      .map(({ to }) => ({ from: module.source, to })),
  );
}

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

const words = (list: Arrow[]) => list.map(({ from, to }) => `${from} → ${to}`).sort();
const wingOf = (path: string) => wings.find((wing) => path.startsWith(`${wing}/`)) ?? null;
const floorOf = (path: string) =>
  wingOf(path) ? floors.indexOf('wings') : floors.findIndex((floor) => path.startsWith(`${floor}/`));
/** Core's districts, lowest first. Each has its sentence, face, rules and traps in its README. */
const districts = ['ground', 'accounts', 'goods', 'sales', 'records', 'running'];
/** By district, the files that other districts may name. Wings and the server name any. */
const faces = JSON.parse(readFileSync('app/core/faces.json', 'utf8')) as Record<string, string[]>;
const districtOf = (path: string) => /^app\/core\/([^/]+)\/[^/]+\//.exec(path)?.[1] ?? null;
/** The room of core that a file belongs to. */
const roomOf = (path: string) => /^app\/core\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? null;
/** A URL: a page, a resource, or a layout around pages. */
const isUrl = (path: string) => wingOf(path) !== null && /(?:\.page|\.resource|-layout)\.tsx?$/.test(path);

const goesUp = ({ from, to }: Arrow) => floorOf(from) !== -1 && floorOf(to) > floorOf(from);
const crossesDistricts = ({ from, to }: Arrow) => {
  const [own, other] = [districtOf(from), districtOf(to)];
  return own !== null && other !== null && own !== other;
};
const goesUpInCore = (arrow: Arrow) =>
  crossesDistricts(arrow) &&
  districts.indexOf(districtOf(arrow.to) ?? '') > districts.indexOf(districtOf(arrow.from) ?? '');
const isFace = (path: string) =>
  faces[districtOf(path) ?? '']?.includes(path.split('/').slice(3).join('/')) ?? false;
const crossesWings = ({ from, to }: Arrow) =>
  wingOf(from) !== null && wingOf(to) !== null && wingOf(from) !== wingOf(to);

describe('the house', () => {
  test('is visible: well over a hundred modules are read, and their imports lead to files', () => {
    expect(modules.length).toBeGreaterThan(120);
    expect(arrows().length).toBeGreaterThan(300);
    // One import of each kind that must be found: by subpath, by type only, from JSX.
    expect(words(arrows())).toContain('app/core/goods/stock/move-stock.server.ts → app/db/schema/stock.ts');
    expect(words(arrows())).toContain('app/core/ground/events/record-event.server.ts → app/db/client.ts');
    expect(words(arrows())).toContain('app/root.tsx → app/ui/nonce.ts');
    const lost = modules.flatMap((module) =>
      module.imports.filter(({ isLost }) => isLost).map(({ to }) => `${module.source} → ${to}`),
    );
    expect(lost).toEqual([]);
  });

  test('has floors: nothing imports upward, so core never imports a wing', () => {
    expect(words(arrows().filter(goesUp))).toEqual([]);
  });

  test('has a core of six districts, each file in a room of one of them', () => {
    const files = modules.map(({ source }) => source).filter((source) => source.startsWith('app/core/'));
    expect([...new Set(files.map(districtOf))].sort()).toEqual(districts.toSorted());
    expect(readdirSync('app/core').sort()).toEqual([...districts, 'faces.json'].sort());
    for (const district of districts) {
      const readme = readFileSync(`app/core/${district}/README.md`, 'utf8');
      expect(readme.split(/\s+/).length).toBeLessThan(400);
      const rooms = readdirSync(`app/core/${district}`).filter((room) => room !== 'README.md');
      expect(rooms.filter((room) => !readme.includes(`\`${room}\``))).toEqual([]);
    }
  });

  test('has districts in an order: none imports one above it', () => {
    expect(arrows().filter(crossesDistricts).length).toBeGreaterThan(500);
    expect(words(arrows().filter(goesUpInCore))).toEqual([]);
  });

  test('has districts that name only the face of another', () => {
    const across = arrows().filter(crossesDistricts);
    expect(words(across.filter(({ to }) => !isFace(to)))).toEqual([]);
    const named = new Set(across.map(({ to }) => to));
    const listed = Object.entries(faces).flatMap(([district, files]) =>
      files.map((file) => `app/core/${district}/${file}`),
    );
    expect(listed.filter((file) => !named.has(file))).toEqual([]);
    expect(listed.length).toBeLessThanOrEqual(139);
  });

  test.each([
    ['app/core/ground/access/actor.ts', 'app/core/sales/orders/order.ts'],
    ['app/core/goods/stock/stock.ts', 'app/core/records/books/figures.ts'],
  ])('sees that %s → %s goes up in core', (from, to) => expect(goesUpInCore({ from, to })).toBe(true));

  test('sees a file that is not the face of its district', () => {
    expect(isFace('app/core/sales/orders/write-order.server.ts')).toBe(false);
    expect(isFace('app/core/sales/orders/order.ts')).toBe(true);
  });

  test('has wings that never import each other', () => {
    for (const wing of wings)
      expect(modules.filter(({ source }) => source.startsWith(`${wing}/`)).length).toBeGreaterThan(
        fewest[wing].modules,
      );
    expect(words(arrows().filter(crossesWings))).toEqual([]);
  });

  test.each([
    ['app/core/sales/orders/order.ts', 'app/shop/orders/orders.page.tsx'],
    ['app/db/client.ts', 'app/core/sales/orders/order.ts'],
    ['app/ui/button.tsx', 'app/platform/env.ts'],
  ])('sees that %s → %s goes up', (from, to) => expect(goesUp({ from, to })).toBe(true));

  test.each([
    ['app/shop/orders/order.page.tsx', 'app/office/orders/pick-list.ts'],
    ['app/counter/board/board.page.tsx', 'app/office/orders/order.page.tsx'],
    ['app/office/orders/order.page.tsx', 'app/shop/orders/order-card.tsx'],
  ])('sees that %s → %s crosses', (from, to) => expect(crossesWings({ from, to })).toBe(true));

  test('has no decision page of more than 500 words', () => {
    const pages = readdirSync('docs/decisions').map((page) => ({
      page,
      words: readFileSync(join('docs/decisions', page), 'utf8').split(/\s+/).filter(Boolean).length,
    }));
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter(({ words }) => words > 500)).toEqual([]);
  });

  test('has a map of at most 900 words', () => {
    expect(readFileSync('docs/map.md', 'utf8').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900);
  });

  test('has no folder with more than 45 files', () => {
    const folders = new Map<string, number>();
    for (const root of ['app', 'server', 'scripts'])
      for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
        const file = join(root, name);
        if (/\.\w+$/.test(file) && !/^app\/db\/migrations|node_modules/.test(file))
          folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
      }
    expect(folders.size).toBeGreaterThan(60);
    expect([...folders].filter(([, count]) => count > 45)).toEqual([]);
  });

  test('has a kernel without outside dependencies', () => {
    const outside = modules
      .filter((module) => module.source.startsWith('app/kernel/'))
      .flatMap((module) => module.imports.map(({ to }) => ({ from: module.source, to })))
      .filter(({ to }) => !/^app\/kernel\/|node_modules\/(?:temporal-polyfill|uuid)\//.test(to));
    expect(words(outside)).toEqual([]);
  });

  test('has a server that reads and writes no table itself', () => {
    const querying = arrows().filter(
      ({ from, to }) => from.startsWith('server/') && to.startsWith('app/db/schema/'),
    );
    expect(words(querying)).toEqual([]);
  });

  test('loads the stand-in for Metrc by one door, which only a demo opens', () => {
    const standIn = 'app/seed/metrc/';
    const loads = modules.flatMap(({ source, imports }) =>
      imports.filter(({ isTypeOnly }) => !isTypeOnly).map((each) => ({ from: source, ...each })),
    );
    const isOfStandIn = (path: string) => path.startsWith(standIn) || behind.has(path);
    const behind = new Set<string>();
    for (let before = -1; before < behind.size; ) {
      before = behind.size;
      for (const { from, to, isLater } of loads)
        if (!isLater && isOfStandIn(to) && !from.startsWith(standIn)) behind.add(from);
    }
    const entry = 'app/seed/practice/play-metrc.ts';
    expect(loads.filter(({ to }) => to.startsWith(standIn)).length).toBeGreaterThan(20);
    expect([...behind]).toContain(entry);
    expect([...behind].filter((path) => !path.startsWith('app/seed/practice/'))).toEqual([]);
    const doors = loads.filter(({ from, to }) => isOfStandIn(to) && !isOfStandIn(from));
    expect(doors.map(({ from, to, isLater }) => ({ from, to, isLater }))).toEqual([
      { from: 'app/seed/practice/open-practice.ts', to: entry, isLater: true },
    ]);
    const opening = arrows().filter(({ to }) => to === 'app/seed/practice/open-practice.ts');
    expect(words(opening)).toEqual(['server/run/app.ts → app/seed/practice/open-practice.ts']);
  });

  test('has a server whose folders import only folders below them', () => {
    const order = ['http', 'load', 'pages', 'run'];
    expect(foldersIn('server')).toEqual(order);
    const levelOf = (path: string) => order.indexOf(/^server\/([^/]+)\//.exec(path)?.[1] ?? '');
    const goesUp = ({ from, to }: Arrow) => levelOf(from) !== -1 && levelOf(to) > levelOf(from);
    expect(words(arrows().filter(goesUp))).toEqual([]);
    expect(goesUp({ from: 'server/load/gate.ts', to: 'server/pages/page-cache.ts' })).toBe(true);
    expect(goesUp({ from: 'server/pages/page-cache.ts', to: 'server/load/gate.ts' })).toBe(false);
  });

  test('keeps server modules out of the application', () => {
    expect(
      words(arrows().filter(({ from, to }) => from.startsWith('app/') && to.startsWith('server/'))),
    ).toEqual([]);
  });

  test('has no import cycles between rooms', () => {
    const ways = new Map<string, Set<string>>();
    for (const { from, to } of arrows()) {
      const [room, other] = [roomOf(from), roomOf(to)];
      if (room && other && room !== other) ways.set(room, (ways.get(room) ?? new Set()).add(other));
    }
    expect(circleIn(ways)).toBeNull();
  });

  test('has no file that imports itself through others, not even for a type', () => {
    const ways = new Map<string, Set<string>>();
    for (const { from, to } of arrows()) ways.set(from, (ways.get(from) ?? new Set()).add(to));
    expect(circleIn(ways)).toBeNull();
  });

  test('has pages that reach no database', () => {
    const reaching = arrows().filter(({ from, to }) => isUrl(from) && to.startsWith('app/db/'));
    expect(words(reaching)).toEqual([]);
  });

  test('lists every page, resource and layout in the routes', () => {
    const routes = [
      'app/routes.ts',
      'app/office/kit/admin-screens.ts',
      'app/shop/roof/account-screens.ts',
      'app/office/kit/settings-screens.ts',
    ]
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
    const sources = modules.map(({ source }) => source).filter(isUrl);
    expect(sources.length).toBeGreaterThan(140);
    expect(sources.filter((source) => !routes.includes(`'${source.slice('app/'.length)}'`))).toEqual([]);
  });

  test.each(wings)('has no page, resource or layout of %s longer than 100 lines', (wing) => {
    const pages = modules
      .map(({ source }) => source)
      .filter((source) => wingOf(source) === wing && isUrl(source));
    const linesOf = (source: string) => readFileSync(source, 'utf8').trimEnd().split('\n').length;
    expect(pages.length).toBeGreaterThan(fewest[wing].pages);
    expect(pages.filter((source) => linesOf(source) > LONGEST_PAGE)).toEqual([]);
  });

  test('has programs that Node runs without a build: they reach no .tsx', () => {
    const valuesOf = ({ imports }: Module) => imports.filter(({ isTypeOnly }) => !isTypeOnly);
    const bySource = new Map([...modules, ...programs].map((module) => [module.source, module]));
    const reached = new Map<string, string>();
    const follow = (module: Module, way: string) => {
      for (const { to } of valuesOf(module)) {
        const next = bySource.get(to);
        if (!next || reached.has(to)) continue;
        reached.set(to, `${way} → ${to}`);
        follow(next, `${way} → ${to}`);
      }
    };
    for (const program of programs) follow(program, program.source);
    expect(reached.size).toBeGreaterThan(60);
    expect([...reached.values()].filter((way) => way.endsWith('.tsx'))).toEqual([]);
  });

  test('has rooms whose components and mails only wings, the server and the room itself import', () => {
    const opened = arrows().filter(
      ({ from, to }) =>
        /^app\/core\/.*\/(ui|emails)\//.test(to) && roomOf(from) !== null && roomOf(from) !== roomOf(to),
    );
    expect(words(opened)).toEqual([]);
  });

  test('has React in core only for mails and for parts shared by several wings', () => {
    const rendering = modules
      .map(({ source }) => source)
      .filter((source) => roomOf(source) !== null && source.endsWith('.tsx') && !source.includes('.server.'));
    expect(rendering.length).toBeGreaterThan(20);
    expect(rendering.filter((source) => !/\/(ui|emails)\/|^app\/core\/ground\/frame\//.test(source))).toEqual(
      [],
    );
  });

  test('has pure rules: a file without .server reaches no database', () => {
    const impure = arrows().filter(
      ({ from, to }) =>
        (roomOf(from) !== null || wingOf(from) !== null) &&
        !isUrl(from) &&
        !from.includes('.server.') &&
        (to.startsWith('app/db/') || to.includes('.server.')) &&
        !typeOnly(from, to),
    );
    expect(words(impure)).toEqual([]);
  });
});

describe('the names of statuses', () => {
  const home = 'app/kernel/statuses.ts';

  test('are in one file', () => {
    const again = modules
      .filter(({ source }) => source !== home)
      .flatMap(({ source }) => listsAgain(readFileSync(source, 'utf8')).map((list) => `${source}: ${list}`));
    expect(again).toEqual([]);
    expect(listsAgain(readFileSync(home, 'utf8')).length).toBeGreaterThan(5);
  });

  test.each([
    "const mine = ['sent', 'waiting', 'kept', 'failed'];",
    "type Mine =\n  | 'sent'\n  | 'waiting'\n  | 'kept'\n  | 'failed';",
  ])('repeated in %s are noticed', (code) => {
    expect(listsAgain(code)).toEqual(['mailStatuses']);
  });
});

describe('the statuses of lost orders', () => {
  test('are listed together in one rule', () => {
    const naming = modules
      .map(({ source }) => source)
      .filter((source) => !source.startsWith('app/seed/'))
      .filter((source) => namesLostStatuses(readFileSync(source, 'utf8')));
    expect(naming.sort()).toEqual(['app/core/sales/orders/order.ts', 'app/kernel/statuses.ts']);
  });

  test('listed in SQL are noticed', () =>
    expect(namesLostStatuses("sql`status not in ('cancelled', 'no_show')`")).toBe(true));
});

describe('a request’s body', () => {
  const door = 'app/platform/requests/request-body.ts';
  /**
   * Two layers of HTTP pass the stream on unread and discard the rest of an upload; uploads have their own reader
   * (streamed, counted, signed in only); in the browser an unsent form is cached and a response is read.
   */
  const known = [
    'app/core/ground/frame/lost-press.tsx: sent.clone().formData()',
    'app/counter/board/scan-answer.ts: request.clone().formData()',
    'app/counter/kit/lost-answer.ts: request.clone().formData()',
    // What the server answers a tablet, and the form that the tablet sends itself.
    'app/counter/network/day-copy.ts: answer.json()',
    'app/counter/network/server-or-copy.ts: request.clone().formData()',
    'app/counter/network/store-shell.ts: page.clone().text()',
    'app/counter/network/waiting-actions.ts: answer.json()',
    'app/platform/uploads/receive-form.ts: request.body',
    'app/platform/uploads/receive-form.ts: request.body',
    'app/ui/live/live-connection.ts: answer.json()',
    'server/http/own-request.ts: raw.body',
    'server/http/own-request.ts: raw.body',
    'server/http/receive-body.ts: request.body',
    'server/http/receive-body.ts: request.body',
    'server/run/answer-visitor.ts: request.body',
    'server/run/answer-visitor.ts: request.body',
  ];

  test('is read by one module only', () => {
    const read = modules
      .filter(({ source }) => source !== door)
      .flatMap(({ source }) => bodyReads(readFileSync(source, 'utf8')).map((found) => `${source}: ${found}`));
    expect(read.sort()).toEqual(known);
    expect(bodyReads(readFileSync(door, 'utf8'))).not.toEqual([]);
  });

  test.each([
    ['const form = await request.formData();', 'request.formData()'],
    ['const sent = await args.request.json();', 'args.request.json()'],
    ['const sent = await args\n  .request\n  .text();', 'args.request.text()'],
    ['new Response(request.body)', 'request.body'],
    ['const { body } = context.req.raw;', '{ body }'],
    ['await context.req.parseBody()', 'context.req.parseBody()'],
    ['await raw.arrayBuffer()', 'raw.arrayBuffer()'],
    ["incoming.on('data', hold)", "incoming.on('data'"],
  ])('read by %s is noticed', (code, found) => {
    expect(bodyReads(code)).toEqual([found]);
  });

  test.each([
    'await response.json()',
    'await new Response(bytes).text()',
    'response.body',
    'file.body.cancel()',
  ])('is not read by %s', (code) => {
    expect(bodyReads(code)).toEqual([]);
  });
});

describe('database locks', () => {
  const sources = () =>
    [...modules, ...programs].map(({ source }) => ({ source, text: readFileSync(source, 'utf8') }));

  test('have their numbers in one table, and no other file calls an advisory lock function', () => {
    const calling = sources().filter(({ text }) => /pg_(?:try_)?advisory/i.test(text));
    expect(calling.map(({ source }) => source)).toEqual(['app/db/advisory-locks.ts']);
  });

  /** The row that they lock is deleted in the same transaction. */
  const deleting = [
    'app/core/ground/access/hold-session.server.ts',
    'app/core/accounts/identity/accounts/forget-person.server.ts',
  ];

  test('allow foreign key checks: rows are locked for no key update', () => {
    const blocking = sources().filter(({ text }) => locksForUpdate(text));
    expect(blocking.map(({ source }) => source)).toEqual(deleting);
  });

  test.each([
    "tx.select().from(orders).for('update')",
    'select from products for update',
    'for update skip locked',
  ])('that block foreign keys in %s are noticed', (code) => expect(locksForUpdate(code)).toBe(true));
});

describe('a form with validation', () => {
  /** Filters refuse nothing: they use what they understand. */
  const known = ['app/ui/data-table/filter-bar.tsx', 'app/ui/form/checked-form.tsx'];

  test('is the form block, and no other form turns off the browser’s checks', () => {
    const own = modules.filter(({ source }) => /\bnoValidate\b/.test(readFileSync(source, 'utf8')));
    expect(own.map(({ source }) => source).sort()).toEqual(known);
  });
});

describe('a whole number on screen', () => {
  const byTheBrowser = /\.toLocaleString\('en-US'\)/;

  test('is written by formatNumber, because the browser’s own way loads its locale data first', () => {
    const guilty = modules
      .filter(
        ({ source }) => source !== 'app/kernel/number.ts' && byTheBrowser.test(readFileSync(source, 'utf8')),
      )
      .map(({ source }) => source);
    expect(guilty).toEqual([]);
  });

  test('written by the browser is noticed', () =>
    expect("(1234).toLocaleString('en-US')").toMatch(byTheBrowser));
});

describe('a cached part', () => {
  /** In the key of every part (ui/cached-part). */
  const inKey = ['app/ui/minimum-age.ts', 'app/ui/veil.ts'];
  /** Not read by parts, or without effect on their markup: handlers, dialogs, marks (passed as data), mails. */
  const others = [
    ...['app/shop/kit/marks.tsx', 'app/shop/roof/sign-in.tsx', 'app/ui/commands/command-keys.tsx'],
    ...['app/ui/confirm.tsx', 'app/ui/email/mail-layout.tsx', 'app/ui/form/field-id.ts', 'app/ui/nonce.ts'],
    'app/ui/toast.tsx',
  ];

  test('reads no other context: a new one is added to its key, or listed here', () => {
    const made = modules
      .map(({ source }) => source)
      .filter((source) => /\bcreateContext\b[^;]*from 'react'/.test(readFileSync(source, 'utf8')));
    expect(made.sort()).toEqual([...inKey, ...others].sort());
  });
});

/**
 * Places where code reads the body of something other than a response: every possible call, except on variables named
 * like a response. A name can mislead, but a reviewer would see a request called `response`.
 */
function bodyReads(code: string): string[] {
  const plain = code.replace(/(?<=^|\s)\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s*\n\s*\./g, '.');
  const calls =
    /([\w.]+(?:\([^()]*\))?(?:\.\w+\(\))?)\.(formData|json|text|arrayBuffer|blob|bytes|parseBody)\(\)/g;
  const streams =
    /\b(?:request|req|raw|incoming|asked)\.body\b|\{ body \} = (?!.*response)[^;]*|\bincoming\.on\('data'/g;
  const isOfResponse = (receiver: string) => /(?:^|\.)response$|^Response\([^()]*\)$/i.test(receiver);
  return [
    ...[...plain.matchAll(calls)]
      .filter(([, receiver = '']) => !isOfResponse(receiver))
      .map(([call]) => call),
    ...[...plain.matchAll(streams)].map(([found]) => (found.startsWith('{') ? '{ body }' : found)),
  ];
}

/** Whether SQL or Drizzle locks rows `for update`, which makes referencing rows wait. */
function locksForUpdate(code: string): boolean {
  return /\.for\(\s*'update'|(?<!no key )\bfor update\b/i.test(
    code.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, ''),
  );
}

/** Whether code lists the lost statuses of orders in a row. */
const namesLostStatuses = (code: string) => /'cancelled',\s*'no_show'/.test(code);

/** The lists of app/kernel/statuses.ts that this code repeats as an array or a union. */
function listsAgain(code: string): string[] {
  const literals = [
    ...code.matchAll(/\[\s*(?:'[\w-]+',?\s*)+\]/g),
    ...code.matchAll(/(?:\|?\s*'[\w-]+'\s*){3,}/g),
  ].map(([literal]) =>
    [...literal.matchAll(/'([\w-]+)'/g)]
      .map(([, name]) => name)
      .sort()
      .join(),
  );
  return Object.entries(statuses)
    .map(([name, list]) => [name, Object.values(list)] as const)
    .filter(([, list]) => list.length > 2 && literals.includes([...list].sort().join()))
    .map(([name]) => name);
}

/** Whether every import between the two is a type import, which vanishes. */
function typeOnly(from: string, to: string): boolean {
  const imports = modules.find(({ source }) => source === from)?.imports.filter((each) => each.to === to);
  return imports?.every(({ isTypeOnly }) => isTypeOnly) ?? false;
}

/** The first cycle found, as a path; null without one. */
function circleIn(ways: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  const visit = (room: string, path: string[]): string[] | null => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (done.has(room)) return null;
    for (const next of ways.get(room) ?? []) {
      const circle = visit(next, [...path, room]);
      if (circle) return circle;
    }
    done.add(room);
    return null;
  };
  for (const room of ways.keys()) {
    const circle = visit(room, []);
    if (circle) return circle;
  }
  return null;
}
