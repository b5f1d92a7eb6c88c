import { lyingShadow } from '../ground.ts';
import { mark } from '../mark.ts';
import { darken, lighten, palette } from '../palette.ts';
import { blur, grain, linear, placed } from '../sheet.ts';
import { line } from '../text.ts';
import { labelOf, type Subject } from './subject.ts';

const rect = (width: number, height: number, radius: number) =>
  `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${radius}"/>`;

const lit = (subject: Subject, colour: string) =>
  linear(
    subject.sheet,
    [
      [0, lighten(colour, 0.25)],
      [0.45, colour],
      [1, darken(colour, 0.28)],
    ],
    [0, 0, 1, 1],
  );

/** One dry fly, bend to the right, about 120 wide around the origin. */
function fly(subject: Subject, body: string, hackle: string): string {
  const { random } = subject;
  const fibres = Array.from({ length: 26 }, (_, index) => {
    const turn = -Math.PI * 0.98 + (index / 25) * Math.PI * 2;
    const reach = random.between(24, 33);
    return `<path d="M-24 -2L${(-24 + Math.cos(turn) * reach * 0.55).toFixed(1)} ${(-2 + Math.sin(turn) * reach).toFixed(1)}"/>`;
  }).join('');
  const tails = [-7, -2, 3].map((drop) => `<path d="M34 -2Q56 ${drop - 4} 76 ${drop * 1.6 - 4}"/>`).join('');
  return `<g fill="none" stroke-linecap="round"><path d="M-36 4H34C58 5 58 32 36 30" stroke="#3A3F3C" stroke-width="3.6"/><g stroke="${hackle}" stroke-width="1.8">${tails}</g><path d="M-14 -2Q12 -7 34 -1" stroke="${body}" stroke-width="11"/><path d="M-8 -8l4 12M2 -8l4 12M12 -8l4 12M22 -6l3 9" stroke="${darken(body, 0.45)}" stroke-width="1.8"/><path d="M-22 -4C-30 -26 -24 -40 -14 -46C-8 -34 -12 -16 -18 -4Z" fill="${lighten(hackle, 0.45)}" stroke="none" opacity="0.92"/><g stroke="${hackle}" stroke-width="1.6" opacity="0.9">${fibres}</g><circle cx="-36" cy="3" r="4.500" stroke="#3A3F3C" stroke-width="3"/></g>`;
}

const patterns = [
  ['#B9A36A', '#8A7F6C'],
  ['#8C5A3C', '#7C7468'],
  ['#D9C48C', '#C7A56A'],
  ['#6E5B43', '#5E4A36'],
] as const;

const woods = { maple: '#DDBB8A', walnut: '#7A5638' } as const;

/** A wooden fly box, closed, label on its lid; centred on the origin. */
export function flyBox(subject: Subject, width: number, height: number, wood: keyof typeof woods): string {
  const { sheet } = subject;
  const shape = rect(width, height, 22);
  return [
    lyingShadow(sheet, shape, 1.4),
    `<g fill="${lit(subject, woods[wood])}">${shape}</g>`,
    `<g fill="#000" filter="${grain(sheet, '0.004 0.09', 0.9, 5)}">${shape}</g>`,
    `<rect x="${-width / 2 + 16}" y="${-height / 2 + 16}" width="${width - 32}" height="${height - 32}" rx="14" fill="none" stroke="${darken(woods[wood], 0.5)}" stroke-opacity="0.35" stroke-width="3"/>`,
    labelOf(subject, -width * 0.33, -height * 0.32, width * 0.66, height * 0.64),
    `<rect x="${-40}" y="${height / 2 - 22}" width="80" height="44" rx="8" fill="${lit(subject, '#C3A15C')}"/><circle cx="0" cy="${height / 2}" r="8" fill="#6E5523"/>`,
    `<path d="M${-width / 2 + 22} ${-height / 2 + 2}H${width / 2 - 22}" stroke="#fff" stroke-opacity="0.55" stroke-width="4"/>`,
  ].join('');
}

/** The box open: rows of slotted cork with flies in them. */
export function openFlyBox(
  subject: Subject,
  width: number,
  height: number,
  wood: keyof typeof woods,
  columns: number,
  rows: number,
): string {
  const { sheet } = subject;
  const shape = rect(width, height, 22);
  const [w, h] = [width - 56, height - 56];
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const x = -w / 2 + (w / columns) * ((index % columns) + 0.5);
    const y = -h / 2 + (h / rows) * (Math.floor(index / columns) + 0.5);
    const [body, hackle] = patterns[(index % columns) % patterns.length] ?? patterns[0];
    const scale = (w / columns / 150) * subject.random.between(0.9, 1.04);
    return `<g transform="translate(${x + 8} ${y + 26})" opacity="0.35" filter="${blur(sheet, 5)}"><ellipse rx="${54 * scale}" ry="${16 * scale}" fill="${palette.ink}"/></g>${placed(fly(subject, body, hackle), x, y, subject.random.between(-6, 6), scale)}`;
  }).join('');
  const slots = Array.from({ length: rows }, (_, row) => {
    const y = -h / 2 + (h / rows) * (row + 0.5) + 22;
    return `<path d="M${-w / 2 + 20} ${y}H${w / 2 - 20}" stroke="#6B4B26" stroke-opacity="0.45" stroke-width="5"/><path d="M${-w / 2 + 20} ${y + 5}H${w / 2 - 20}" stroke="#fff" stroke-opacity="0.25" stroke-width="3"/>`;
  }).join('');
  return [
    lyingShadow(sheet, shape, 1.2),
    `<g fill="${lit(subject, woods[wood])}">${shape}</g><g fill="#000" filter="${grain(sheet, '0.004 0.09', 0.9, 5)}">${shape}</g>`,
    `<rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="8" fill="#CFA976"/><rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="8" fill="#000" filter="${grain(sheet, '0.13', 1.1, 11)}"/>`,
    slots,
    cells,
    `<path d="M${-w / 2} ${-h / 2}h${w}v22h${-(w - 22)}v${h - 22}h-22Z" fill="${palette.ink}" opacity="0.34" filter="${blur(sheet, 10)}"/>`,
  ].join('');
}

/** A waxed canvas wallet with a leather tab; `open` shows flies on sheepskin. */
export function flyWallet(subject: Subject, width: number, height: number, open: boolean): string {
  const { sheet, random } = subject;
  const canvas = '#6B6547';
  const shape = rect(width, height, 26);
  const stitch = `<rect x="${-width / 2 + 20}" y="${-height / 2 + 20}" width="${width - 40}" height="${height - 40}" rx="14" fill="none" stroke="#D9C79A" stroke-width="4.500" stroke-dasharray="15 9" opacity="0.8"/>`;
  const cloth = `${lyingShadow(sheet, shape, 1)}<g fill="${lit(subject, canvas)}">${shape}</g><g fill="#000" filter="${grain(sheet, '0.22 0.22', 0.75, 21)}">${shape}</g>${stitch}`;
  if (!open) {
    const tab = 'M-66 -40H66V120Q66 186 0 186Q-66 186 -66 120Z';
    return `${cloth}${placed(
      `<g fill="${palette.ink}" opacity="0.35" transform="translate(8 10)" filter="${blur(sheet, 7)}"><path d="${tab}"/></g><path d="${tab}" fill="${lit(subject, '#8A5A34')}"/><path d="M-50 -30V116Q-50 170 0 170Q50 170 50 116V-30" fill="none" stroke="#E3CFA0" stroke-width="4" stroke-dasharray="12 8"/><circle cx="0" cy="116" r="26" fill="${lit(subject, '#C3A15C')}"/><circle cx="0" cy="116" r="15" fill="none" stroke="#7A602A" stroke-width="3"/>`,
      0,
      height / 2 - 200,
    )}${mark(0, -height * 0.14, 190, '#D9C79A')}${line('TWO BRANCHES FARM', 0, height * 0.06, { cut: 'bold', size: 30, fill: '#D9C79A', tracking: 180, anchor: 'middle' })}`;
  }
  const [w, h] = [width - 90, (height - 130) / 2];
  const fleece = [-1, 1]
    .map((side) => {
      const y = side * (h / 2 + 12);
      const ground = `<rect x="${-w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="20" fill="#EADFC6"/>`;
      const tufts = Array.from({ length: 900 }, () => {
        const tx = random.between(-w / 2 + 8, w / 2 - 8);
        const ty = y + random.between(-h / 2 + 8, h / 2 - 8);
        return `<circle cx="${tx.toFixed(0)}" cy="${ty.toFixed(0)}" r="${random.between(7, 15).toFixed(0)}" fill="${random.pick(['#F3EAD6', '#EEE4CD', '#F6EFDF', '#E9DDC4'] as const)}" opacity="0.8"/>`;
      }).join('');
      const flies = Array.from({ length: 8 }, (_, index) => {
        const [body, hackle] = patterns[index % patterns.length] ?? patterns[0];
        return placed(
          fly(subject, body, hackle),
          -w / 2 + (w / 4) * ((index % 4) + 0.5) + random.between(-14, 14),
          y - h / 4 + (h / 2) * Math.floor(index / 4) + random.between(-12, 12),
          random.between(-24, 24),
          1.15,
        );
      }).join('');
      return `${ground}${tufts}${flies}`;
    })
    .join('');
  return `${cloth}${fleece}<path d="M${-width / 2} -4H${width / 2}" stroke="${palette.ink}" stroke-opacity="0.4" stroke-width="14" filter="${blur(sheet, 6)}"/>`;
}

/** A packet with coiled leaders behind a paper card. */
export function leaderPacket(subject: Subject, width: number, height: number): string {
  const { sheet } = subject;
  const shape = rect(width, height, 8);
  const coils = Array.from(
    { length: 9 },
    (_, index) =>
      `<ellipse cx="${index * 1.6 - 6}" cy="${-height * 0.24 + (index % 3) * 3}" rx="${width * 0.3 - index * 3.2}" ry="${width * 0.27 - index * 2.4}" transform="rotate(${index * 13} 0 ${-height * 0.24})"/>`,
  ).join('');
  return [
    lyingShadow(sheet, shape, 0.6),
    `<g fill="${lit(subject, '#C6A477')}">${shape}</g><g fill="#000" filter="${grain(sheet, '0.03 0.3', 0.5, 9)}">${shape}</g>`,
    `<circle cx="0" cy="${-height * 0.24}" r="${width * 0.37}" fill="${palette.paper}"/><g fill="none" stroke="#5C7B80" stroke-width="2.6" opacity="0.85">${coils}</g><circle cx="0" cy="${-height * 0.24}" r="${width * 0.37}" fill="none" stroke="${palette.ink}" stroke-opacity="0.25" stroke-width="3"/>`,
    labelOf(subject, -width * 0.43, height * 0.05, width * 0.86, height * 0.4),
    `<circle cx="0" cy="${-height / 2 + 34}" r="15" fill="${darken('#C6A477', 0.45)}"/>`,
  ].join('');
}

/** A brass thermometer on a cord, lying along the x axis. */
export function thermometer(subject: Subject, length: number, thick: number): string {
  const { sheet } = subject;
  const half = length / 2;
  const shape = rect(length, thick, thick / 2);
  const marks = Array.from({ length: 31 }, (_, index) => {
    const x = -half * 0.56 + (index * length * 0.62) / 30;
    return `<path d="M${x.toFixed(1)} ${(-thick * 0.21).toFixed(1)}v${index % 5 === 0 ? thick * 0.16 : thick * 0.09}" stroke="#2A2A24" stroke-width="${index % 5 === 0 ? 3.4 : 2}"/>${index % 10 === 0 ? line(String(32 + index * 2), x, thick * 0.25, { cut: 'text', size: thick * 0.14, fill: '#2A2A24', anchor: 'middle' }) : ''}`;
  }).join('');
  const brass = linear(
    sheet,
    [
      [0, '#7E6124'],
      [0.2, '#F1DB9C'],
      [0.45, '#C39E4C'],
      [0.8, '#8D6C2A'],
      [1, '#5E4617'],
    ],
    [0, 0, 0, 1],
  );
  const cord = `M${-half - 6} 0C${-half - 130} -20 ${-half - 60} 190 ${-half + 90} 220C${-half + 330} 270 ${-half + 300} 420 ${-half + 130} 400C${-half + 10} 380 ${-half - 90} 300 ${-half - 130} 160C${-half - 150} 80 ${-half - 90} 10 ${-half - 6} 0`;
  return [
    `<path d="${cord}" fill="none" stroke="${palette.ink}" stroke-opacity="0.3" stroke-width="13" transform="translate(9 12)" filter="${blur(sheet, 6)}"/><path d="${cord}" fill="none" stroke="#5B4630" stroke-width="11"/><path d="${cord}" fill="none" stroke="#B08E62" stroke-width="5" stroke-dasharray="7 6"/>`,
    lyingShadow(sheet, shape, 1),
    `<g fill="${brass}">${shape}</g>`,
    `<rect x="${-half * 0.66}" y="${-thick * 0.29}" width="${length * 0.74}" height="${thick * 0.58}" rx="${thick * 0.2}" fill="${palette.paper}" stroke="#6E5523" stroke-width="4"/>`,
    marks,
    `<path d="M${-half * 0.6} ${thick * 0.03}H${half * 0.7}" stroke="#D9DEDB" stroke-width="9" stroke-linecap="round"/><path d="M${-half * 0.6} ${thick * 0.03}H${half * 0.14}" stroke="${palette.clay700}" stroke-width="6" stroke-linecap="round"/>`,
    `<rect x="${-half * 0.66}" y="${-thick * 0.29}" width="${length * 0.74}" height="${thick * 0.2}" rx="${thick * 0.1}" fill="#fff" opacity="0.35"/>`,
    `<circle cx="${-half + thick * 0.32}" cy="0" r="${thick * 0.13}" fill="#5A4316"/>`,
    mark(half - thick * 0.62, 0, thick * 0.42, '#6E5523'),
  ].join('');
}
