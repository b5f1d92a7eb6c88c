/** What a person recognises their device by; a guess from the User-Agent, good enough for a history. */

export type Device = { name: string; mobile: boolean };

const systems: readonly [RegExp, string, boolean][] = [
  [/iPad/, 'iPad', true],
  [/iPhone|iPod/, 'iPhone', true],
  [/Android.*Mobile/, 'Android phone', true],
  [/Android/, 'Android tablet', true],
  [/Windows/, 'Windows', false],
  [/Mac OS X|Macintosh/, 'Mac', false],
  [/CrOS/, 'Chromebook', false],
  [/Linux|X11/, 'Linux', false],
];

const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

export function deviceOf(userAgent: string | null | undefined): Device {
  const agent = (userAgent ?? '').slice(0, 500);
  const [, system, mobile] = systems.find(([pattern]) => pattern.test(agent)) ?? [
    null,
    null,
    /Mobile/.test(agent),
  ];
  const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
  return { name, mobile };
}
