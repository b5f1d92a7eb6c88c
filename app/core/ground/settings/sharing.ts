/** Which other sites may show the menu in a frame, and whether programs may read the menu feed. Pure. */

import { refuse, succeed } from '#kernel/result.ts';
import { cleanLine } from '#kernel/text.ts';
import { parseUrl } from '#kernel/url.ts';
import type { SharingSettings } from './settings.ts';
import type { SettingsSection } from './settings-section.ts';
import { MOST_SITES, SITE } from './site.ts';

/** For a site that a developer tries out on their own machine. */
const ownMachine = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

/** Parses typed sites, one per line, to origins; each once. Refuses whatever could mean more than one site. */
export function readSites(text: string): { sites: string[]; problem: string | null } {
  const sites = new Set<string>();
  for (const line of text.split('\n').map(cleanLine)) {
    if (line === '') continue;
    const site = originIn(line);
    if (site === null)
      return {
        sites: [],
        problem: `“${line.slice(0, 60)}” is not the address of a site. Enter it like https://partner.example, without a path.`,
      };
    sites.add(site);
  }
  return sites.size > MOST_SITES
    ? { sites: [], problem: `Enter at most ${MOST_SITES} sites.` }
    : { sites: [...sites], problem: null };
}

function originIn(line: string): string | null {
  const url = parseUrl(line);
  if (url === null) return null;
  const { origin, pathname, search, hash, username, password, hostname } = url;
  if (pathname !== '/' || search + hash + username + password !== '' || !SITE.test(origin)) return null;
  if (ownMachine.test(origin)) return origin;
  return origin.startsWith('https:') && hostname.includes('.') ? origin : null;
}

export const sharingSection: SettingsSection<'sharing'> = {
  path: 'sharing',
  name: 'sharing',
  keys: ['sites', 'feed'],
  labels: { sites: 'Sites that may show the menu', feed: 'Public menu feed' },
  texts: ({ sites, feed }) => ({ sites: sites.join('\n'), feed: feed ? 'yes' : 'no' }),
  read: (texts) => {
    const { sites, problem } = readSites(texts.sites ?? '');
    if (problem) return refuse({ sites: [problem] });
    const { feed } = texts;
    return feed === 'yes' || feed === 'no'
      ? succeed({ sites, feed: feed === 'yes' })
      : refuse({ feed: ['Choose On or Off.'] });
  },
  words: ({ sites, feed }) => ({
    'Sites that may show the menu': sites.join('\n'),
    'Public menu feed': feed ? 'On' : 'Off',
  }),
};

/** Whether a page of this origin may show the menu in a frame. The shop's own pages may: the settings show a preview. */
export const mayShowMenu = ({ sites }: SharingSettings, site: string, origin: string): boolean =>
  site === origin || sites.includes(site);
