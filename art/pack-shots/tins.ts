import { lyingShadow } from '../ground.ts';
import { roundLabel } from '../label.ts';
import { darken, lighten, palette } from '../palette.ts';
import { blur, clip, grain, linear, placed, radial } from '../sheet.ts';
import { filling } from './contents.ts';
import { preRoll } from './cylinders.ts';
import { labelOf, type Subject } from './subject.ts';

export type Metal = 'steel' | 'brass' | 'green' | 'black';

const metals: Record<Metal, string> = {
  steel: '#BFC6C3',
  brass: '#C3A15C',
  green: palette.spruce700,
  black: '#2A322E',
};

/** Brushed light over metal, turning with the light from the upper left. */
const sheen = (subject: Subject, metal: Metal) =>
  linear(
    subject.sheet,
    [
      [0, lighten(metals[metal], 0.5)],
      [0.3, metals[metal]],
      [0.55, lighten(metals[metal], 0.28)],
      [0.8, darken(metals[metal], 0.14)],
      [1, darken(metals[metal], 0.36)],
    ],
    [0, 0, 1, 1],
  );

/** The closed lid of a round tin, seen from above, with a round paper label. */
export function roundTin(subject: Subject, cx: number, cy: number, r: number, metal: Metal): string {
  const { sheet, says } = subject;
  const paper = r * 0.82;
  return [
    lyingShadow(sheet, `<circle cx="${cx}" cy="${cy}" r="${r}"/>`, 1.4),
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${sheen(subject, metal)}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.965}" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="5"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.9}" fill="none" stroke="${palette.ink}" stroke-opacity="0.28" stroke-width="9" filter="${blur(sheet, 4)}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.9}" fill="${sheen(subject, metal)}"/>`,
    roundLabel(sheet, cx, cy, paper, says, subject.design),
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${radial(
      sheet,
      [
        [0, '#fff', 0.3],
        [0.5, '#fff', 0],
        [1, palette.ink, 0.2],
      ],
      [0.25, 0.2, 0.95],
    )}"/>`,
  ].join('');
}

/** The lower half of a round tin, open. */
export function openRoundTin(
  subject: Subject,
  cx: number,
  cy: number,
  r: number,
  metal: Metal,
  contents: 'balm' | 'pastilles',
): string {
  const { sheet, random } = subject;
  const inner = r * 0.92;
  const parts = [
    lyingShadow(sheet, `<circle cx="${cx}" cy="${cy}" r="${r}"/>`, 1.2),
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${sheen(subject, metal)}"/>`,
  ];
  if (contents === 'balm') {
    parts.push(
      `<circle cx="${cx}" cy="${cy}" r="${inner}" fill="${filling(sheet, '#E3C878')}"/>`,
      `<path d="M${cx - inner * 0.5} ${cy + inner * 0.1}C${cx - inner * 0.2} ${cy - inner * 0.25} ${cx + inner * 0.2} ${cy + inner * 0.3} ${cx + inner * 0.5} ${cy - inner * 0.05}" stroke="#fff" stroke-opacity="0.4" stroke-width="26" fill="none" stroke-linecap="round" filter="${blur(sheet, 12)}"/><path d="M${cx - inner * 0.46} ${cy + inner * 0.18}C${cx - inner * 0.16} ${cy - inner * 0.15} ${cx + inner * 0.22} ${cy + inner * 0.4} ${cx + inner * 0.52} ${cy + inner * 0.05}" stroke="#8C6B1E" stroke-opacity="0.25" stroke-width="16" fill="none" stroke-linecap="round" filter="${blur(sheet, 9)}"/>`,
    );
  } else {
    const side = inner * 0.36;
    parts.push(`<circle cx="${cx}" cy="${cy}" r="${inner}" fill="#F1EADA"/>`);
    const places: [number, number][] = [
      [-1.1, -1.15],
      [0.02, -1.3],
      [1.12, -1.1],
      [-1.64, 0.02],
      [-0.54, -0.1],
      [0.55, 0.02],
      [1.64, -0.02],
      [-1.02, 1.12],
      [0.08, 1.1],
      [1.18, 1.14],
    ];
    for (const [dx, dy] of places) {
      const colour = random.pick(['#4A2747', '#55304E', '#432340'] as const);
      const piece = `<rect x="${-side / 2}" y="${-side / 2}" width="${side}" height="${side}" rx="9"/>`;
      parts.push(
        placed(
          `<g fill="${palette.ink}" opacity="0.35" transform="translate(6 8)" filter="${blur(sheet, 5)}">${piece}</g><g fill="${linear(
            sheet,
            [
              [0, lighten(colour, 0.28)],
              [0.5, colour],
              [1, darken(colour, 0.4)],
            ],
            [0, 0, 1, 1],
          )}">${piece}</g><rect x="${-side / 2 + 9}" y="${-side / 2 + 9}" width="${side - 18}" height="${side - 18}" rx="6" fill="#fff" opacity="0.07"/><path d="M${-side / 2 + 10} ${-side / 2 + 12}H${side / 2 - 20}" stroke="#fff" stroke-opacity="0.35" stroke-width="4" stroke-linecap="round"/>`,
          cx + dx * side * 1.02,
          cy + dy * side * 1.02,
          random.between(-9, 9),
        ),
      );
    }
  }
  parts.push(
    `<path d="M${cx - inner} ${cy}A${inner} ${inner} 0 0 1 ${cx + inner} ${cy}A${inner} ${inner * 0.93} 0 0 0 ${cx - inner} ${cy}Z" fill="${palette.ink}" opacity="0.3" filter="${blur(sheet, 10)}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.96}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="5"/>`,
  );
  return parts.join('');
}

/** A closed slab seen from above, centred on the origin: hinged tin, flat carton, slide box. */
export function slab(
  subject: Subject,
  width: number,
  height: number,
  stock: Metal | 'paper',
  options: { radius?: number; margin?: number; thickness?: number } = {},
): string {
  const { sheet, random } = subject;
  const {
    radius = stock === 'paper' ? 5 : 44,
    margin = stock === 'paper' ? 0 : 0.09,
    thickness = 1.2,
  } = options;
  const shape = `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${radius}"/>`;
  const inset = Math.min(width, height) * margin;
  const [lw, lh] = [width - inset * 2, height - inset * 2];
  const labelClip = clip(
    sheet,
    `<rect x="${-lw / 2}" y="${-lh / 2}" width="${lw}" height="${lh}" rx="${Math.max(4, radius - inset * 0.7)}"/>`,
  );
  const parts = [lyingShadow(sheet, shape, thickness)];
  if (stock !== 'paper') {
    parts.push(
      `<g fill="${sheen(subject, stock)}">${shape}</g>`,
      `<rect x="${-width / 2 + 7}" y="${-height / 2 + 7}" width="${width - 14}" height="${height - 14}" rx="${radius - 6}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="4"/>`,
      `<rect x="${-width / 2 + inset * 0.55}" y="${-height / 2 + inset * 0.55}" width="${width - inset * 1.1}" height="${height - inset * 1.1}" rx="${radius - inset * 0.3}" fill="none" stroke="${palette.ink}" stroke-opacity="0.3" stroke-width="5" filter="${blur(sheet, 2.5)}"/>`,
      `<rect x="${-width * 0.3}" y="${-height / 2 - 9}" width="${width * 0.12}" height="18" rx="8" fill="${darken(metals[stock], 0.3)}"/><rect x="${width * 0.18}" y="${-height / 2 - 9}" width="${width * 0.12}" height="18" rx="8" fill="${darken(metals[stock], 0.3)}"/>`,
    );
  }
  parts.push(
    `<g clip-path="${labelClip}">${labelOf(subject, -lw / 2, -lh / 2, lw, lh)}</g>`,
    `<g fill="${linear(
      sheet,
      [
        [0, '#fff', 0.26],
        [0.4, '#fff', 0],
        [1, palette.ink, 0.2],
      ],
      [0, 0, 1, 1],
    )}">${shape}</g>`,
    `<path d="M${-width / 2 + radius} ${-height / 2 + 1.5}H${width / 2 - radius}M${-width / 2 + 1.5} ${-height / 2 + radius}V${height / 2 - radius}" stroke="#fff" stroke-opacity="0.6" stroke-width="3"/>`,
  );
  if (stock === 'paper') {
    parts.push(
      `<g fill="#000" filter="${grain(sheet, '0.4', 0.14, Math.floor(random.between(1, 99)))}">${shape}</g>`,
    );
  }
  return parts.join('');
}

/** A tray of a hinged tin or box, open from above, with pre-rolls side by side. Centred on the origin. */
export function preRollTray(
  subject: Subject,
  width: number,
  height: number,
  count: number,
  metal: Metal | 'paper',
): string {
  const { sheet, says } = subject;
  const radius = metal === 'paper' ? 6 : 40;
  const colour = metal === 'paper' ? '#E2D3B4' : metals[metal];
  const shape = `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${radius}"/>`;
  const inset = 24;
  const step = (height - inset * 2) / count;
  const rolls = Array.from({ length: count }, (_, index) => {
    const y = -height / 2 + inset + step * (index + 0.5);
    const long = width - inset * 2 - 80;
    return `<g transform="translate(-6 ${y})"><ellipse cx="8" cy="${step * 0.3}" rx="${long / 2}" ry="${step * 0.18}" fill="${palette.ink}" opacity="0.35" filter="${blur(sheet, 6)}"/>${preRoll(subject, long, step * 0.56)}</g>`;
  });
  return [
    lyingShadow(sheet, shape, 1.1),
    metal === 'paper'
      ? `<g fill="${colour}">${shape}</g>`
      : `<g fill="${sheen(subject, metal)}">${shape}</g>`,
    `<rect x="${-width / 2 + inset / 2}" y="${-height / 2 + inset / 2}" width="${width - inset}" height="${height - inset}" rx="${Math.max(4, radius - 10)}" fill="${metal === 'paper' ? '#F2E9D5' : darken(says.tint.wall, 0.1)}"/>`,
    `<path d="M${-width / 2 + inset / 2} ${-height / 2 + inset / 2}h${width - inset}v24h${-(width - inset - 24)}v${height - inset - 24}h-24Z" fill="${palette.ink}" opacity="0.3" filter="${blur(sheet, 12)}"/>`,
    ...rolls,
  ].join('');
}

/** An unwrapped chocolate bar, two columns of five plain squares, centred on the origin. */
export function chocolate(subject: Subject, width: number, height: number, colour: string): string {
  const { sheet } = subject;
  const [cell, tall] = [width / 2, height / 5];
  const shape = `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="14"/>`;
  const squares = Array.from({ length: 10 }, (_, index) => {
    const x = -width / 2 + (index % 2) * cell;
    const y = -height / 2 + Math.floor(index / 2) * tall;
    return `<rect x="${x + 8}" y="${y + 8}" width="${cell - 16}" height="${tall - 16}" rx="10" fill="${linear(
      sheet,
      [
        [0, lighten(colour, 0.26)],
        [0.3, lighten(colour, 0.06)],
        [1, darken(colour, 0.22)],
      ],
      [0, 0, 1, 1],
    )}"/><rect x="${x + 26}" y="${y + 24}" width="${cell - 52}" height="${tall - 48}" rx="6" fill="${linear(
      sheet,
      [
        [0, darken(colour, 0.1)],
        [1, lighten(colour, 0.12)],
      ],
      [0, 0, 1, 1],
    )}"/>`;
  }).join('');
  return `${lyingShadow(sheet, shape, 0.8)}<g fill="${darken(colour, 0.35)}">${shape}</g>${squares}`;
}
