/** Names a device so that its owner recognizes it; a guess from the User-Agent, good enough for a history. */
import Bowser from 'bowser';

export type Device = { name: string; mobile: boolean };

/** Longer than any honest User-Agent; the rest is ignored. */
const LONGEST = 500;

export function deviceOf(userAgent: string | null | undefined): Device {
  const agent = (userAgent ?? '').slice(0, LONGEST).trim();
  if (agent === '') return { name: 'Unknown device', mobile: false };
  const parser = Bowser.getParser(agent);
  const platform = parser.getPlatformType();
  const mobile = platform === 'mobile' || platform === 'tablet';
  const system = systemOf(parser.getOSName(), platform);
  const browser = knownBrowsers[parser.getBrowserName()] ?? null;
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
  return { name, mobile };
}

/** People know the device in their hand, not its system. */
function systemOf(os: string, platform: string): string | null {
  switch (os) {
    case 'iOS':
      return platform === 'tablet' ? 'iPad' : 'iPhone';
    case 'Android':
      return platform === 'tablet' ? 'Android tablet' : 'Android phone';
    case 'macOS':
      return 'Mac';
    case 'Chrome OS':
      return 'Chromebook';
    case 'Windows':
    case 'Linux':
      return os;
    default:
      return null;
  }
}

/** Programs that are not browsers get no name: what they call themselves says little. */
const knownBrowsers: Readonly<Record<string, string | undefined>> = {
  Chrome: 'Chrome',
  Chromium: 'Chrome',
  Firefox: 'Firefox',
  'Microsoft Edge': 'Edge',
  Opera: 'Opera',
  Safari: 'Safari',
  'Samsung Internet for Android': 'Samsung Internet',
};
