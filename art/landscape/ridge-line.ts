import { palette } from '../palette.ts';

/** Far, middle and near ridge, drawn by hand; the near one opens where the river comes through. */
const ridges = [
  ['M36 98C78 86 104 60 140 57S194 84 224 80S284 33 322 31S392 68 444 94', palette.ochre400],
  ['M14 124C52 113 82 91 118 93S180 123 214 121S272 97 310 99S396 122 466 112', palette.spruce500],
  ['M8 151C60 136 122 134 176 146M312 146C346 134 376 131 404 134S452 144 472 149', palette.spruce700],
] as const;

/** At night, where the system asks for it: what the style sheet's dark theme makes of the same roles. */
const atNight = `@media(prefers-color-scheme:dark){stop{stop-color:#2A4A3C}circle{fill:#443519}[stroke="${palette.spruce500}"]{stroke:#7FB398}[stroke="${palette.spruce700}"]{stroke:#A8D3BB}[stroke="${palette.river700}"]{stroke:#A6CFDC}}`;

const closings = ['L444 150L36 150Z', 'L466 176L14 176Z'] as const;

const river =
  'M176 146C208 151 216 158 208 164S194 175 214 180S240 185 240 192M312 146C280 151 268 158 276 164S290 174 266 180S240 185 240 192M240 192Q240 198 233 203';

/** The small line drawing of empty pages: three ridges, and two branches that meet. Under 6 kB. */
export function ridgeLine(): string {
  const grounds = closings
    .map((closing, index) => `<path fill="url(#v)" d="${ridges[index]?.[0] ?? ''}${closing}"/>`)
    .join('');
  const lines = ridges.map(([d, stroke]) => `<path stroke="${stroke}" d="${d}"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 208" role="img" aria-label="Ridges above two river branches that meet"><style>${atNight}</style><linearGradient id="v" x2="0" y2="1"><stop stop-color="${palette.spruce100}"/><stop offset="1" stop-color="${palette.spruce100}" stop-opacity="0"/></linearGradient><circle cx="392" cy="38" r="13" fill="${palette.ochre100}" stroke="${palette.ochre400}" stroke-width="2"/>${grounds}<g fill="none" stroke-width="2.2" stroke-linecap="round">${lines}<path stroke="${palette.river700}" stroke-width="3" d="${river}"/></g></svg>\n`;
}
