/**
 * `npm run browsers`: writes `younger.json`, the names of functions that the oldest browsers of
 * `scripts/oldest-browsers.ts` lack, from MDN's table. Run it after a change of these, or to learn of new functions.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OLDEST_BROWSERS } from '../../scripts/oldest-browsers.ts';
import type { Younger } from './young-names.ts';

type Statement = {
  version_added?: string | boolean | null;
  version_removed?: string | boolean;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
};
type Support = Record<string, Statement | Statement[] | undefined>;
/** Its parts are under their names. */
type Feature = { __compat?: { support: Support; spec_url?: string | string[] } };

const table = JSON.parse(
  readFileSync(join(import.meta.dirname, 'node_modules/@mdn/browser-compat-data/data.json'), 'utf8'),
) as { api: Feature; javascript: { builtins: Feature }; css: { selectors: Feature } };

/** 'safari16.4' → the browser and its siblings on phones, as the table calls them. */
const oldest = OLDEST_BROWSERS.flatMap((named) => {
  const [, browser = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(named) ?? [];
  const phone = browser === 'safari' ? 'safari_ios' : `${browser}_android`;
  return [browser, phone].map((name) => ({ name, version }));
});

/** Whether version `one` is `other` or older. '≤79' counts as 79. */
function isUpTo(one: string, other: string): boolean {
  const [a = [], b = []] = [one, other].map((each) => each.replace('≤', '').split('.').map(Number));
  return (a[0] ?? 0) - (b[0] ?? 0) < 0 || (a[0] === b[0] && (a[1] ?? 0) <= (b[1] ?? 0));
}

const statements = (support: Support, browser: string): Statement[] =>
  [support[browser] ?? []].flat().filter(({ flags, prefix, alternative_name: alternative }) => {
    return !flags && !prefix && !alternative;
  });

const isThere = (support: Support, { name, version }: { name: string; version: string }): boolean =>
  statements(support, name).some(
    ({ version_added: added, version_removed: removed }) =>
      typeof added === 'string' &&
      added !== 'preview' &&
      isUpTo(added, version) &&
      !(typeof removed === 'string' && isUpTo(removed, version)),
  );

const isAnywhere = (support: Support): boolean =>
  oldest.some(({ name }) => statements(support, name).some(({ version_added: added }) => Boolean(added)));

/** `null` for what no browser has: a plan, or another engine's. */
function ageOf({ __compat: facts }: Feature): 'young' | 'old' | null {
  if (!facts || !isAnywhere(facts.support)) return null;
  return oldest.every((browser) => isThere(facts.support, browser)) ? 'old' : 'young';
}

const young = { globals: new Set<string>(), statics: new Set<string>(), methods: new Set<string>() };
/** Names that some object had before: a call of them says nothing. */
const oldNames = new Set<string>();

function note(age: 'young' | 'old' | null, kind: keyof typeof young, name: string): void {
  if (age === 'young') young[kind].add(name);
  if (age === 'old') oldNames.add(name.split('.').at(-1) ?? name);
}

const parts = (feature: Feature): [string, Feature][] =>
  Object.entries(feature as Record<string, Feature>).filter(
    ([name]) => name !== '__compat' && /^[\w-]+$/.test(name),
  );

for (const [name, builtin] of parts(table.javascript.builtins)) {
  note(ageOf(builtin), 'globals', name);
  for (const [member, feature] of parts(builtin)) {
    const isOfInstances = [feature.__compat?.spec_url ?? ''].flat().some((url) => url.includes('prototype'));
    if (isOfInstances) note(ageOf(feature), 'methods', member);
    else note(ageOf(feature), 'statics', `${name}.${member}`);
  }
}
for (const [name, builtin] of parts(table.api)) {
  note(ageOf(builtin), 'globals', name);
  for (const [member, feature] of parts(builtin)) {
    if (member === name) continue;
    if (member.endsWith('_static')) note(ageOf(feature), 'statics', `${name}.${member.slice(0, -7)}`);
    else if (!member.includes('_')) note(ageOf(feature), name === 'Window' ? 'globals' : 'methods', member);
  }
}
for (const name of oldNames) young.methods.delete(name);

const younger: Younger = {
  oldest: OLDEST_BROWSERS,
  globals: [...young.globals].sort(),
  statics: [...young.statics].sort(),
  methods: [...young.methods].sort(),
  selectors: parts(table.css.selectors)
    .filter(([, feature]) => ageOf(feature) === 'young')
    .map(([name]) => name)
    .sort(),
};
writeFileSync(join(import.meta.dirname, 'younger.json'), `${JSON.stringify(younger, null, 1)}\n`);
console.log(
  `${younger.globals.length} globals, ${younger.statics.length} functions of a global, ${younger.methods.length} methods, ${younger.selectors.length} selectors.`,
);
