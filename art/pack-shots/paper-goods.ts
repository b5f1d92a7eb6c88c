import { standingShadow } from '../ground.ts';
import { darken, lighten, mix, palette } from '../palette.ts';
import { blur, clip, grain, linear } from '../sheet.ts';
import { labelOf, type Subject } from './subject.ts';

/** A standing pouch with a sealed head, a zip line and a rounded gusset. */
export function pouch(
  subject: Subject,
  shape: { cx: number; base: number; width: number; height: number; stock: 'kraft' | 'white' | 'green' },
): string {
  const { sheet, random } = subject;
  const { cx, base, width, height } = shape;
  const colour = { kraft: '#C6A477', white: '#F4F0E6', green: palette.spruce700 }[shape.stock];
  const half = width / 2;
  const top = base - height;
  const belly = half * 1.03;
  const d = `M${cx - half * 0.97} ${top}H${cx + half * 0.97}C${cx + half * 0.95} ${top + height * 0.2} ${cx + belly} ${top + height * 0.45} ${cx + belly} ${base - 60}Q${cx + belly} ${base - 6} ${cx + half * 0.9} ${base}Q${cx} ${base + 34} ${cx - half * 0.9} ${base}Q${cx - belly} ${base - 6} ${cx - belly} ${base - 60}C${cx - belly} ${top + height * 0.45} ${cx - half * 0.95} ${top + height * 0.2} ${cx - half * 0.97} ${top}Z`;
  const inside = clip(sheet, `<path d="${d}"/>`);
  const soft = blur(sheet, 22);
  const teeth = Array.from(
    { length: Math.floor((width * 0.97) / 18) },
    (_, index) => `<path d="M${cx - half * 0.96 + index * 18} ${top}v${height * 0.085}"/>`,
  ).join('');
  return [
    standingShadow(sheet, cx, base + 12, half * 0.95),
    `<path d="${d}" fill="${linear(
      sheet,
      [
        [0, darken(colour, 0.18)],
        [0.12, lighten(colour, 0.12)],
        [0.5, colour],
        [0.86, darken(colour, 0.1)],
        [1, darken(colour, 0.34)],
      ],
      [0, 0, 1, 0.12],
    )}"/>`,
    `<g clip-path="${inside}">`,
    `<path d="${d}" fill="#000" filter="${grain(sheet, '0.02 0.3', shape.stock === 'kraft' ? 0.6 : 0.25, Math.floor(random.between(1, 99)))}"/>`,
    `<rect x="${cx - belly}" y="${top}" width="${belly * 2}" height="${height * 0.085}" fill="${darken(colour, 0.1)}" opacity="0.55"/><g stroke="${darken(colour, 0.6)}" stroke-opacity="0.18" stroke-width="5">${teeth}</g>`,
    `<path d="M${cx - belly} ${top + height * 0.148}H${cx + belly}" stroke="${darken(colour, 0.6)}" stroke-opacity="0.3" stroke-width="4"/><path d="M${cx - belly} ${top + height * 0.155}H${cx + belly}" stroke="#fff" stroke-opacity="0.4" stroke-width="4"/><path d="M${cx - belly} ${top + height * 0.172}H${cx + belly}" stroke="${darken(colour, 0.6)}" stroke-opacity="0.22" stroke-width="3"/>`,
    `<path d="M${cx - half} ${top + height * 0.22}C${cx - half * 0.55} ${top + height * 0.4} ${cx - half * 0.75} ${base - height * 0.2} ${cx - half * 0.6} ${base}L${cx - belly} ${base}Z" fill="#fff" opacity="0.18" filter="${soft}"/>`,
    `<path d="M${cx + half} ${top + height * 0.2}C${cx + half * 0.72} ${top + height * 0.4} ${cx + half * 0.82} ${base - height * 0.2} ${cx + half * 0.55} ${base + 20}L${cx + belly} ${base + 20}Z" fill="${palette.ink}" opacity="0.3" filter="${soft}"/>`,
    `<path d="M${cx - belly} ${base - 70}Q${cx} ${base - 14} ${cx + belly} ${base - 70}V${base + 40}H${cx - belly}Z" fill="${palette.ink}" opacity="0.17" filter="${blur(sheet, 9)}"/><path d="M${cx - belly} ${base - 72}Q${cx} ${base - 16} ${cx + belly} ${base - 72}" fill="none" stroke="#fff" stroke-opacity="0.3" stroke-width="3"/>`,
    '</g>',
    labelOf(subject, cx - half * 0.68, top + height * 0.265, half * 1.36, height * 0.52),
    `<rect x="${cx - half * 0.68}" y="${top + height * 0.265}" width="${half * 1.36}" height="${height * 0.52}" fill="${linear(
      sheet,
      [
        [0, '#fff', 0.12],
        [0.5, '#fff', 0],
        [1, palette.ink, 0.16],
      ],
      [0, 0, 1, 0.4],
    )}"/>`,
  ].join('');
}

/** A carton seen from its front and a little of its right side, printed all over. */
export function carton(
  subject: Subject,
  shape: { cx: number; base: number; width: number; height: number; depth: number; rise?: number },
): string {
  const { sheet, says, random } = subject;
  const { cx, base, width, height, depth, rise = 0.32 } = shape;
  const left = cx - (width + depth) / 2;
  const right = left + width;
  const far = right + depth;
  const lift = depth * rise;
  const top = base - height;
  const paper = subject.design === 'night' ? says.tint.deep : palette.paper;
  const side =
    subject.design === 'night' ? darken(says.tint.deep, 0.3) : mix(palette.paper, says.tint.band, 0.82);
  return [
    standingShadow(sheet, cx + 10, base, (width + depth) / 2, 0.9),
    `<path d="M${right} ${base}L${far} ${base - lift}V${top - lift}L${right} ${top}Z" fill="${linear(sheet, [
      [0, darken(side, 0.25)],
      [1, darken(side, 0.42)],
    ])}"/>`,
    `<path d="M${left} ${top}L${left + depth} ${top - lift}H${far}L${right} ${top}Z" fill="${linear(sheet, [
      [0, lighten(paper, 0.3)],
      [1, darken(paper, 0.06)],
    ])}"/>`,
    `<path d="M${left + depth * 0.5} ${top - lift * 0.5}H${right + depth * 0.5}" stroke="${palette.ink}" stroke-opacity="0.18" stroke-width="2"/>`,
    labelOf(subject, left, top, width, height),
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${linear(
      sheet,
      [
        [0, '#fff', 0.16],
        [0.45, '#fff', 0],
        [1, palette.ink, 0.13],
      ],
      [0, 0, 1, 0.7],
    )}"/>`,
    `<path d="M${right} ${top}V${base}" stroke="#fff" stroke-opacity="0.5" stroke-width="2.5"/><path d="M${left} ${top}H${right}" stroke="#fff" stroke-opacity="0.7" stroke-width="2.5"/>`,
    `<path d="M${right} ${base}L${far} ${base - lift}V${top - lift}L${right} ${top}Z" fill="#000" filter="${grain(sheet, '0.5', 0.12, Math.floor(random.between(1, 99)))}"/>`,
  ].join('');
}
