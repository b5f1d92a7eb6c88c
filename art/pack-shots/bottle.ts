import { standingShadow } from '../ground.ts';
import { roundShade } from '../label.ts';
import { darken, lighten } from '../palette.ts';
import { blur, clip, linear } from '../sheet.ts';
import { labelOf, type Subject } from './subject.ts';

export type BottleShape = {
  cx: number;
  base: number;
  width: number;
  height: number;
  glass: 'amber' | 'clear' | 'green';
  top: 'dropper' | 'mist' | 'pump';
};

const glasses = { amber: '#7A3D10', clear: '#DDE7E4', green: '#2F4A38' } as const;

/** A round glass bottle with a dropper, a mist cap or a pump. `height` is that of the glass alone. */
export function bottle(subject: Subject, shape: BottleShape): string {
  const { sheet, says } = subject;
  const { cx, base, width, height } = shape;
  const rx = width / 2;
  const ry = rx * 0.13;
  const top = base - height;
  const neck = rx * (shape.top === 'mist' ? 0.62 : 0.42);
  const colour = glasses[shape.glass];
  const slope = Math.min(height * 0.16, rx * 0.7);
  const outline = `M${cx - neck} ${top}V${top + 26}C${cx - neck} ${top + slope * 0.7} ${cx - rx} ${top + slope * 0.55} ${cx - rx} ${top + slope + 40}V${base - ry - 12}Q${cx - rx} ${base - ry + 6} ${cx - rx + 16} ${base - ry + 10}A${rx * 0.97} ${ry} 0 0 0 ${cx + rx - 16} ${base - ry + 10}Q${cx + rx} ${base - ry + 6} ${cx + rx} ${base - ry - 12}V${top + slope + 40}C${cx + rx} ${top + slope * 0.55} ${cx + neck} ${top + slope * 0.7} ${cx + neck} ${top + 26}V${top}Z`;
  const clear = shape.glass === 'clear';
  const level = top + slope + 66;
  const inside = clip(sheet, `<path d="${outline}"/>`);
  const parts = [
    standingShadow(sheet, cx, base + 6, rx),
    `<path d="${outline}" fill="${linear(sheet, [
      [0, darken(colour, 0.6), clear ? 0.4 : 1],
      [0.2, lighten(colour, clear ? 0.5 : 0.16), clear ? 0.5 : 1],
      [0.55, colour, clear ? 0.35 : 1],
      [0.85, lighten(colour, clear ? 0.3 : 0.12), clear ? 0.5 : 1],
      [1, darken(colour, 0.7), clear ? 0.5 : 1],
    ])}"/>`,
    `<g clip-path="${inside}"><rect x="${cx - rx}" y="${level}" width="${width}" height="${base - level - 22}" fill="${clear ? '#D9B45A' : darken(colour, 0.5)}" opacity="${clear ? 0.75 : 0.45}"/><ellipse cx="${cx}" cy="${level}" rx="${rx}" ry="${ry}" fill="${clear ? '#E9CD86' : darken(colour, 0.35)}" opacity="0.8"/></g>`,
  ];
  const room = base - ry - (top + slope + 40);
  const labelTop = top + slope + 40 + room * 0.13;
  const labelHeight = room * 0.78;
  const bow = ry * 0.65;
  const curve = `M${cx - rx} ${labelTop}A${rx} ${bow} 0 0 0 ${cx + rx} ${labelTop}V${labelTop + labelHeight}A${rx} ${bow} 0 0 1 ${cx - rx} ${labelTop + labelHeight}Z`;
  parts.push(
    `<g clip-path="${clip(sheet, `<path d="${curve}"/>`)}">${labelOf(subject, cx - rx * 0.84, labelTop, rx * 1.68, labelHeight + bow, rx * 0.16, bow * 0.7)}</g>`,
    `<path d="${curve}" fill="${roundShade(sheet, 0.9)}"/>`,
    `<path d="${outline}" fill="${roundShade(sheet, 0.5)}"/>`,
    `<path d="M${cx - rx + 26} ${top + slope + 60}V${base - ry - 40}" stroke="#fff" stroke-opacity="0.5" stroke-width="12" stroke-linecap="round" filter="${blur(sheet, 5)}"/>`,
    `<path d="M${cx - neck + 12} ${top + 30}C${cx - neck + 6} ${top + slope * 0.75} ${cx - rx + 34} ${top + slope * 0.7} ${cx - rx + 28} ${top + slope + 44}" stroke="#fff" stroke-opacity="0.45" stroke-width="9" fill="none" stroke-linecap="round" filter="${blur(sheet, 4)}"/>`,
  );
  parts.push(topOf(subject, shape, top, neck, says.tint.deep));
  return parts.join('');
}

/** Collar and whatever stands on it. */
function topOf({ sheet }: Subject, shape: BottleShape, top: number, neck: number, deep: string): string {
  const { cx, width } = shape;
  const cap = '#262C29';
  const solid = (d: string, colour: string, strength = 1.1) =>
    `<path d="${d}" fill="${colour}"/><path d="${d}" fill="${roundShade(sheet, strength)}"/>`;
  const drum = (rx: number, from: number, to: number) => {
    const ry = rx * 0.13;
    return `M${cx - rx} ${from}V${to}A${rx} ${ry} 0 0 0 ${cx + rx} ${to}V${from}A${rx} ${ry} 0 0 0 ${cx - rx} ${from}Z`;
  };
  const face = (rx: number, y: number, colour: string) =>
    `<ellipse cx="${cx}" cy="${y}" rx="${rx}" ry="${rx * 0.13}" fill="${linear(sheet, [
      [0, lighten(colour, 0.3)],
      [1, lighten(colour, 0.08)],
    ])}"/>`;
  const collar = neck * 1.22;
  if (shape.top === 'mist') {
    const tall = width * 0.86;
    const d = drum(collar * 1.12, top - tall, top + 14);
    return solid(d, deep) + face(collar * 1.12, top - tall, deep);
  }
  const ribs = Array.from({ length: 17 }, (_, index) => {
    const x = cx - Math.cos((Math.PI * (index + 0.5)) / 17) * collar;
    return `<path d="M${x.toFixed(1)} ${top - 62}V${top + 8}"/>`;
  }).join('');
  const ring = `${solid(drum(collar, top - 72, top + 12), cap)}<g stroke="#000" stroke-opacity="0.35" stroke-width="3">${ribs}</g>${face(collar, top - 72, cap)}`;
  if (shape.top === 'dropper') {
    const b = neck * 0.82;
    const bulb = `M${cx - b} ${top - 74}C${cx - b} ${top - 110} ${cx - b * 0.82} ${top - 116} ${cx - b * 0.82} ${top - 150}C${cx - b * 0.86} ${top - 236} ${cx - b * 0.5} ${top - 258} ${cx} ${top - 258}C${cx + b * 0.5} ${top - 258} ${cx + b * 0.86} ${top - 236} ${cx + b * 0.82} ${top - 150}C${cx + b * 0.82} ${top - 116} ${cx + b} ${top - 110} ${cx + b} ${top - 74}A${b} ${b * 0.13} 0 0 1 ${cx - b} ${top - 74}Z`;
    return `${ring}${solid(bulb, '#34413A', 1)}<path d="M${cx - b * 0.5} ${top - 218}V${top - 120}" stroke="#fff" stroke-opacity="0.35" stroke-width="9" stroke-linecap="round" filter="${blur(sheet, 4)}"/>`;
  }
  const stem = neck * 0.34;
  const head = `M${cx - collar * 0.86} ${top - 210}Q${cx - collar * 0.86} ${top - 232} ${cx - collar * 0.6} ${top - 232}H${cx + collar * 0.62}C${cx + collar * 1.6} ${top - 232} ${cx + collar * 2.3} ${top - 226} ${cx + collar * 2.5} ${top - 176}L${cx + collar * 2.3} ${top - 170}C${cx + collar * 2.1} ${top - 196} ${cx + collar * 1.5} ${top - 196} ${cx + collar * 0.8} ${top - 190}H${cx - collar * 0.6}Q${cx - collar * 0.86} ${top - 190} ${cx - collar * 0.86} ${top - 210}Z`;
  return `${solid(drum(stem, top - 196, top - 70), '#3A423E')}${ring}${solid(head, cap)}<path d="M${cx - collar * 0.6} ${top - 224}H${cx + collar * 1.2}" stroke="#fff" stroke-opacity="0.35" stroke-width="6" stroke-linecap="round" filter="${blur(sheet, 3)}"/>`;
}
