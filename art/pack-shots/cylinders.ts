import { lyingShadow, standingShadow } from '../ground.ts';
import { roundShade } from '../label.ts';
import { mark } from '../mark.ts';
import { darken, lighten, mix, palette } from '../palette.ts';
import { blur, clip, down, grain, linear, placed } from '../sheet.ts';
import { line, widthOf } from '../text.ts';
import { labelOf, type Subject } from './subject.ts';

/** A pre-roll lying along the x axis, tip to the right, centred on the origin. */
export function preRoll(subject: Subject, length: number, thick: number): string {
  const { sheet } = subject;
  const half = length / 2;
  const paper = '#E8DFC9';
  const body = `M${-half} ${-thick * 0.36}L${half * 0.9} ${-thick / 2}Q${half} ${-thick * 0.2} ${half + 26} ${-4}Q${half + 34} 0 ${half + 26} ${6}Q${half} ${thick * 0.3} ${half * 0.9} ${thick / 2}L${-half} ${thick * 0.36}Z`;
  return `<path d="${body}" fill="${paper}"/><path d="${body}" fill="#000" filter="${grain(sheet, '0.25 0.03', 0.5, 3)}"/><rect x="${-half}" y="${-thick * 0.38}" width="${length * 0.24}" height="${thick * 0.76}" rx="3" fill="#C7AE84"/><rect x="${-half + length * 0.24}" y="${-thick * 0.42}" width="5" height="${thick * 0.84}" fill="#8F7A55" opacity="0.5"/><path d="${body}" fill="${linear(
    sheet,
    [
      [0, palette.ink, 0.16],
      [0.3, '#fff', 0.4],
      [0.6, '#fff', 0],
      [1, palette.ink, 0.42],
    ],
    down,
  )}"/>`;
}

/** A glass tube with a cap, lying; the pre-roll shows through it. Drawn along the x axis. */
export function lyingTube(subject: Subject, length: number, thick: number, empty = false): string {
  const { sheet, says } = subject;
  const half = length / 2;
  const r = thick / 2;
  const glass = `M${-half + r} ${-r}H${half - 120}V${r}H${-half + r}A${r} ${r} 0 0 1 ${-half + r} ${-r}Z`;
  const cap = `M${half - 150} ${-r - 10}H${half - 14}Q${half} ${-r - 10} ${half} ${-r + 8}V${r - 8}Q${half} ${r + 10} ${half - 14} ${r + 10}H${half - 150}Z`;
  const shape = empty
    ? `<path d="${glass}"/>`
    : `<path d="M${-half + r} ${-r}H${half - 150}V${-r - 10}H${half}V${r + 10}H${half - 150}V${r}H${-half + r}A${r} ${r} 0 0 1 ${-half + r} ${-r}Z"/>`;
  const ribs = Array.from(
    { length: 11 },
    (_, index) => `<path d="M${half - 138} ${-r - 4 + (index * (thick + 8)) / 10}H${half - 12}"/>`,
  ).join('');
  const shade = (strength: number) =>
    linear(
      sheet,
      [
        [0, palette.ink, 0.4 * strength],
        [0.14, '#fff', 0.1 * strength],
        [0.26, '#fff', 0.75 * strength],
        [0.4, '#fff', 0.08 * strength],
        [0.75, palette.ink, 0.1 * strength],
        [1, palette.ink, 0.6 * strength],
      ],
      down,
    );
  const labelLeft = -half + length * 0.2;
  const labelWidth = length * 0.48;
  const night = subject.design === 'night';
  const ink = night ? palette.cream : palette.ink;
  const nameSize = Math.min(
    thick * 0.34,
    (labelWidth * 0.62 * thick * 0.34) / widthOf('display', says.name, thick * 0.34),
  );
  const print = [
    `<rect x="${labelLeft}" y="${-r}" width="${labelWidth}" height="${thick}" fill="${night ? says.tint.deep : palette.paper}"/>`,
    `<rect x="${labelLeft}" y="${-r}" width="${labelWidth * 0.2}" height="${thick}" fill="${says.tint.band}"/>`,
    mark(labelLeft + labelWidth * 0.1, 0, thick * 0.42, palette.cream),
    line(says.name, labelLeft + labelWidth * 0.27, thick * 0.03, {
      cut: 'display',
      size: nameSize,
      fill: ink,
    }),
    line(says.kind.toUpperCase(), labelLeft + labelWidth * 0.27, thick * 0.24, {
      cut: 'bold',
      size: thick * 0.105,
      fill: night ? palette.ochre400 : says.tint.band,
      tracking: 100,
    }),
    line(
      `${says.weight} · Batch ${says.batch} · ${says.smallPrint}`,
      labelLeft + labelWidth * 0.27,
      thick * 0.39,
      {
        cut: 'text',
        size: thick * 0.085,
        fill: night ? palette.cream : palette.inkSoft,
      },
    ),
  ].join('');
  return [
    lyingShadow(sheet, shape, 1),
    `<path d="${glass}" fill="#E9F0EC" opacity="0.55"/>`,
    empty ? '' : placed(preRoll(subject, length * 0.72, thick * 0.52), -length * 0.06, 0, 0),
    print,
    `<path d="${glass}" fill="${shade(0.8)}"/><path d="${glass}" fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="2.500"/>`,
    empty
      ? `<ellipse cx="${half - 120}" cy="0" rx="10" ry="${r}" fill="#CBD6D0" stroke="#fff" stroke-width="4"/>`
      : `<path d="${cap}" fill="#28322D"/><g stroke="#000" stroke-opacity="0.3" stroke-width="3">${ribs}</g><path d="${cap}" fill="${shade(0.7)}"/>`,
  ].join('');
}

/** A collapsible metal tube standing on its cap. */
export function salveTube(
  subject: Subject,
  shape: { cx: number; base: number; width: number; height: number },
): string {
  const { sheet } = subject;
  const { cx, base, width, height } = shape;
  const capHeight = height * 0.15;
  const rx = width / 2;
  const top = base - height;
  const body = `M${cx - rx * 1.08} ${top}H${cx + rx * 1.08}V${top + 46}L${cx + rx} ${base - capHeight - 46}Q${cx + rx} ${base - capHeight - 8} ${cx + rx * 0.62} ${base - capHeight}H${cx - rx * 0.62}Q${cx - rx} ${base - capHeight - 8} ${cx - rx} ${base - capHeight - 46}L${cx - rx * 1.08} ${top + 46}Z`;
  const capRx = rx * 0.7;
  const cap = `M${cx - capRx * 0.94} ${base - capHeight}H${cx + capRx * 0.94}L${cx + capRx} ${base - 6}A${capRx} ${capRx * 0.13} 0 0 1 ${cx - capRx} ${base - 6}Z`;
  const inside = clip(sheet, `<path d="${body}"/>`);
  const metal = '#C9CECB';
  return [
    standingShadow(sheet, cx, base + 4, capRx * 1.1),
    `<path d="${cap}" fill="#26332D"/><path d="${cap}" fill="${roundShade(sheet, 1.1)}"/>`,
    `<path d="${body}" fill="${metal}"/>`,
    `<g clip-path="${inside}">${labelOf(subject, cx - rx * 0.86, top + height * 0.13, rx * 1.72, height * 0.6, rx * 0.3)}<rect x="${cx - rx * 1.1}" y="${top}" width="${rx * 2.2}" height="50" fill="${darken(metal, 0.12)}"/>${[12, 28, 44].map((drop) => `<path d="M${cx - rx * 1.1} ${top + drop}H${cx + rx * 1.1}" stroke="#fff" stroke-opacity="0.5" stroke-width="3"/><path d="M${cx - rx * 1.1} ${top + drop + 4}H${cx + rx * 1.1}" stroke="${palette.ink}" stroke-opacity="0.25" stroke-width="3"/>`).join('')}</g>`,
    `<path d="${body}" fill="${roundShade(sheet, 1.05)}"/>`,
    `<path d="M${cx - rx * 0.3} ${top + 60}L${cx - rx * 0.08} ${top + height * 0.36}L${cx - rx * 0.5} ${top + 60}Z" fill="#fff" opacity="0.18" filter="${blur(sheet, 8)}"/>`,
  ].join('');
}

/** A vape cartridge, standing: mouthpiece, window with extract, threaded foot. */
export function cartridge(subject: Subject, cx: number, base: number, width: number): string {
  const { sheet } = subject;
  const rx = width / 2;
  const height = width * 3.7;
  const y = (share: number) => base - height * share;
  const drum = (half: number, from: number, to: number) => {
    const ry = half * 0.14;
    return `M${cx - half} ${y(from)}V${y(to)}A${half} ${ry} 0 0 0 ${cx + half} ${y(to)}V${y(from)}A${half} ${ry} 0 0 0 ${cx - half} ${y(from)}Z`;
  };
  const solid = (d: string, colour: string, strength = 1.2) =>
    `<path d="${d}" fill="${colour}"/><path d="${d}" fill="${roundShade(sheet, strength)}"/>`;
  const mouth = `M${cx - rx * 0.62} ${y(1)}Q${cx} ${y(1.03)} ${cx + rx * 0.62} ${y(1)}L${cx + rx * 0.96} ${y(0.72)}A${rx} ${rx * 0.14} 0 0 1 ${cx - rx * 0.96} ${y(0.72)}Z`;
  const threads = [0.03, 0.055, 0.08]
    .map(
      (share) =>
        `<path d="M${cx - rx * 0.5} ${y(share)}h${rx}" stroke="#000" stroke-opacity="0.3" stroke-width="4"/>`,
    )
    .join('');
  return [
    standingShadow(sheet, cx, base, rx * 0.7),
    solid(drum(rx * 0.5, 0.12, 0.012), '#B9BDBA'),
    threads,
    solid(drum(rx, 0.2, 0.11), '#C3C7C4'),
    `<path d="${drum(rx * 0.96, 0.71, 0.2)}" fill="#E5ECE8" opacity="0.75"/>`,
    `<path d="${drum(rx * 0.8, 0.62, 0.21)}" fill="${linear(sheet, [
      [0, '#A8741A'],
      [0.3, '#F0CC74'],
      [0.7, '#D9A23A'],
      [1, '#8F5D10'],
    ])}"/>`,
    `<rect x="${cx - rx * 0.2}" y="${y(0.71)}" width="${rx * 0.4}" height="${height * 0.51}" fill="#D8D6CB" opacity="0.9"/>`,
    `<path d="${drum(rx * 0.96, 0.71, 0.2)}" fill="${roundShade(sheet, 0.9)}"/>`,
    `<path d="M${cx - rx * 0.66} ${y(0.68)}V${y(0.24)}" stroke="#fff" stroke-opacity="0.75" stroke-width="${rx * 0.12}" stroke-linecap="round" filter="${blur(sheet, 2.5)}"/>`,
    solid(mouth, '#2B332F'),
    solid(drum(rx * 1.01, 0.735, 0.7), '#B3B8B5'),
  ].join('');
}

/** An all-in-one pen lying along the x axis. */
export function pen(subject: Subject, length: number, thick: number): string {
  const { sheet, says } = subject;
  const half = length / 2;
  const r = thick / 2;
  const body = `M${-half} ${-r * 0.5}Q${-half} ${-r * 0.7} ${-half + 20} ${-r * 0.75}L${-half + length * 0.16} ${-r}H${half - r * 0.6}Q${half} ${-r} ${half} ${-r * 0.4}V${r * 0.4}Q${half} ${r} ${half - r * 0.6} ${r}H${-half + length * 0.16}L${-half + 20} ${r * 0.75}Q${-half} ${r * 0.7} ${-half} ${r * 0.5}Z`;
  const shade = linear(
    sheet,
    [
      [0, palette.ink, 0.3],
      [0.22, '#fff', 0.55],
      [0.42, '#fff', 0.05],
      [0.75, palette.ink, 0.12],
      [1, palette.ink, 0.6],
    ],
    down,
  );
  return [
    lyingShadow(sheet, `<path d="${body}"/>`, 0.9),
    `<path d="${body}" fill="${mix(says.tint.band, palette.river100, 0.15)}"/>`,
    `<path d="M${-half} ${-r * 0.5}Q${-half} ${-r * 0.7} ${-half + 20} ${-r * 0.75}L${-half + length * 0.16} ${-r}V${r}L${-half + 20} ${r * 0.75}Q${-half} ${r * 0.7} ${-half} ${r * 0.5}Z" fill="#2B332F"/>`,
    `<rect x="${-half + length * 0.2}" y="${-r * 0.5}" width="${length * 0.2}" height="${r}" rx="${r * 0.5}" fill="${linear(
      sheet,
      [
        [0, '#B67F22'],
        [0.5, '#EBC468'],
        [1, '#A06A14'],
      ],
    )}"/>`,
    `<rect x="${-half + length * 0.2}" y="${-r * 0.5}" width="${length * 0.2}" height="${r}" rx="${r * 0.5}" fill="none" stroke="${palette.ink}" stroke-opacity="0.4" stroke-width="3"/>`,
    mark(-half + length * 0.5, 0, thick * 0.5, palette.cream),
    line(says.name, -half + length * 0.56, thick * 0.12, {
      cut: 'display',
      size: thick * 0.34,
      fill: palette.cream,
    }),
    `<circle cx="${half - length * 0.07}" cy="0" r="${r * 0.22}" fill="${lighten(says.tint.band, 0.4)}"/>`,
    `<path d="${body}" fill="${shade}"/>`,
  ].join('');
}
