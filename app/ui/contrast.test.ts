/** Checks that the tokens of app.css, in light and dark mode, are readable on every background. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '..');
const css = readFileSync(join(app, 'ui/app.css'), 'utf8');
const [day = '', night = ''] = css.split('@media screen and (prefers-color-scheme: dark)');

const tokensOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/--color-([a-z0-9-]+):\s*(#[0-9a-f]{6})/gi)].map((m) => [m[1], m[2]]));
const byDay = tokensOf(day);
const themes = { day: byDay, night: { ...byDay, ...tokensOf(night) } };
type Theme = keyof typeof themes;

function luminance(theme: Theme, name: string): number {
  const hex = themes[theme][name];
  if (!hex) throw new Error(`no token ${name}`);
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2's contrast ratio of two tokens. */
function contrast(theme: Theme, one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(theme, one), luminance(theme, other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The required ratios: AAA for running text, the legal banner and all text at night, AA for other text by day, and the
 * ratio for lines and rings.
 */
const RUNNING = 7;
const WORDS = 4.5;
const MARKS = 3;

/** Grounds behind text that does not set its own background. */
const pages = ['paper', 'surface', 'cream'];
const tinted = ['spruce-100', 'ochre-100', 'clay-100', 'river-100'];
const across = (inks: string[], grounds: string[], least: number) =>
  inks.flatMap((ink) => grounds.map((ground): [string, string, number] => [ink, ground, least]));

const pairs: [ink: string, ground: string, least: number][] = [
  ...across(['ink'], [...pages, ...tinted], RUNNING),
  ['black', 'warning', RUNNING],
  ['white', 'spruce-900', RUNNING],
  ...across(['ink-soft'], [...pages, ...tinted], WORDS),
  ...across(['spruce-700', 'clay-700'], pages, WORDS),
  ...across(['ochre-700'], ['paper', 'cream', 'ochre-100'], WORDS),
  ['spruce-700', 'spruce-100', WORDS],
  ['clay-700', 'clay-100', WORDS],
  ['river-700', 'river-100', WORDS],
  ['river-700', 'surface', WORDS],
  ...across(['paper'], ['spruce-700', 'spruce-500', 'clay-700', 'ochre-700', 'ink'], WORDS),
  // The focus ring, on every ground it can appear on.
  ...across(['ochre-500'], [...pages, 'spruce-100', 'spruce-900'], MARKS),
  ...across(['spruce-500', 'spruce-700', 'clay-700'], ['paper', 'surface'], MARKS),
];

const cases = pairs.flatMap(([ink, ground, least]) =>
  (['day', 'night'] as const).map((theme) => ({
    ink,
    ground,
    theme,
    least: theme === 'night' && least === WORDS ? RUNNING : least,
  })),
);

test.each(cases)(
  '$ink on $ground is readable by $theme ($least : 1 or more)',
  ({ ink, ground, theme, least }) => {
    expect(contrast(theme, ink, ground)).toBeGreaterThanOrEqual(least);
  },
);

const sources = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((file) => !/\.test\.|^seed\/|\/emails?\/|\/paper\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(app, file), 'utf8') }));
/** Every string that may contain classes, with its file. */
const strings = [
  { file: 'ui/app.css', text: css.replaceAll(/@apply ([^;]+);/g, "'$1'") },
  ...sources,
].flatMap(({ file, text }) =>
  [...text.matchAll(/(['"`])((?:(?!\1)[^\n])*)\1/g)].map((m) => ({ file, words: m[2] ?? '' })),
);
/** 'hover', 'text', 'paper' of 'hover:text-paper'; transparent colors are not a ground. */
const colorClass = /(?<=^|[\s{])((?:[^\s:]+:)*)(text|bg)-([a-z]+(?:-(?:soft|\d00))?)(?=$|[\s}])/g;

test('text and background named together are readable, by day and at night', () => {
  const faint = new Set<string>();
  let seen = 0;
  for (const { file, words } of strings) {
    const named = [...words.matchAll(colorClass)].filter((m) => m[3] && m[3] in byDay);
    for (const [, when, , ground = ''] of named.filter((m) => m[2] === 'bg')) {
      const inks = named.filter((m) => m[2] === 'text');
      const then = inks.filter((m) => m[1] === when);
      for (const [, , , ink = ''] of then.length > 0 ? then : inks.filter((m) => m[1] === '')) {
        seen++;
        for (const theme of ['day', 'night'] as const) {
          if (contrast(theme, ink, ground) < (theme === 'night' ? RUNNING : WORDS))
            faint.add(`${file}: ${ink} on ${ground} by ${theme}`);
        }
      }
    }
  }
  expect([...faint]).toEqual([]);
  expect(seen).toBeGreaterThan(30);
});

/** Scanned codes and external content have their own background: QR codes, emails in their frames. */
const staysWhite = [
  'counter/scanner/qr-code.tsx',
  'shop/security/authenticator-set-up.tsx',
  'office/promotions/preview.tsx',
  'office/sent-mail/mail-words.tsx',
];

test('backgrounds follow the theme, with white for text on the bars and spruce 900 for their background', () => {
  const wrong = strings.filter(
    ({ file, words }) =>
      /(?<=^|\s)dark:|\b(text|fill|stroke)-spruce-900\b|\btext-spruce-100\b/.test(words) ||
      (/(?<!print:)\bbg-white(?![/\w-])/.test(words) && !staysWhite.includes(file)),
  );
  expect(wrong.filter(({ file }) => !/landscape|slice-chart/.test(file))).toEqual([]);
});

test('the law’s warning is black on yellow in every theme', () => {
  expect([themes.night.warning, themes.night.black]).toEqual(['#ffd400', '#000000']);
  expect(sources.find(({ file }) => file === 'core/ground/frame/warning-banner.tsx')?.text).toContain(
    'bg-warning text-black',
  );
});
