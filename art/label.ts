import { mark } from './mark.ts';
import { darken, mix, palette, type Tint } from './palette.ts';
import { noiseFrom, type Random } from './random.ts';
import { clip, grain, linear, type Sheet } from './sheet.ts';
import { type Cut, fitLines, line } from './text.ts';

/** What a label says. */
export type LabelText = {
  name: string;
  /** 'INDICA · BVK' or the kind of goods. */
  kind: string;
  weight: string;
  batch: string;
  /** The small print: the licence on cannabis, the place on everything else. */
  smallPrint: string;
  tint: Tint;
};

export type LabelDesign = 'ridge' | 'band' | 'stripe' | 'night';

type Box = { x: number; y: number; width: number; height: number };

/** Small ridges along the foot of a label, in the strain's colour: the farm's horizon. */
function ridges({ x, y, width, height }: Box, colour: string, paper: string, seed: string): string {
  return [0, 1, 2]
    .map((layer) => {
      const height01 = noiseFrom(`${seed}/${layer}`, 4);
      const points = Array.from({ length: 41 }, (_, step) => {
        const px = x + (width * step) / 40;
        const lift = (height01(step / 9 + layer * 7) * 0.5 + 0.5) * height * 0.52;
        return `${px.toFixed(1)} ${(y + height * (0.3 + layer * 0.23) - lift + height * 0.12).toFixed(1)}`;
      });
      return `<path d="M${points.join('L')}L${x + width} ${y + height}L${x} ${y + height}Z" fill="${mix(paper, colour, 0.38 + layer * 0.31)}"/>`;
    })
    .join('');
}

/** Prints a paper label into the box. The caller clips or shades it to its vessel. */
export function label(sheet: Sheet, box: Box, says: LabelText, design: LabelDesign, random: Random): string {
  const { x, y, width, height } = box;
  const unit = Math.min(width, height * 0.95) / 100;
  const night = design === 'night';
  const paper = night ? says.tint.deep : palette.paper;
  const ink = night ? palette.cream : palette.ink;
  const soft = night ? mix(palette.cream, says.tint.deep, 0.3) : palette.inkSoft;
  const accent = night ? palette.ochre400 : says.tint.band;
  const centred = design !== 'stripe';
  const stripe = design === 'stripe' ? width * 0.085 : 0;
  const left = x + stripe + width * 0.085;
  const middle = x + width / 2;
  const right = x + width * 0.925;
  const column = width * (centred ? 0.82 : 0.76);
  const parts = [`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${paper}"/>`];
  const put = (content: string, at: number, size: number, cut: Cut, fill: string, tracking = 0) =>
    parts.push(
      line(content, centred ? middle : left, at, {
        cut,
        size,
        fill,
        tracking,
        anchor: centred ? 'middle' : 'start',
      }),
    );

  const headHeight = design === 'band' ? height * 0.3 : 0;
  if (design === 'band') {
    parts.push(
      `<rect x="${x}" y="${y}" width="${width}" height="${headHeight}" fill="${says.tint.band}"/>`,
      mark(middle, y + headHeight / 2 - unit * 3, unit * 17, palette.cream),
      line('TWO BRANCHES', middle, y + headHeight - unit * 3.6, {
        cut: 'bold',
        size: unit * 3.7,
        fill: palette.cream,
        tracking: 160,
        anchor: 'middle',
      }),
    );
  } else {
    const markX = centred ? middle : left + unit * 6;
    parts.push(mark(markX, y + unit * 15, unit * 15, ink, accent));
    put('TWO BRANCHES FARM', y + unit * 30, unit * 4, 'bold', soft, 150);
  }
  if (design === 'stripe') {
    parts.push(`<rect x="${x}" y="${y}" width="${stripe}" height="${height}" fill="${says.tint.band}"/>`);
  }

  const footHeight = design === 'ridge' ? height * 0.27 : height * 0.14;
  const room = { top: y + (headHeight || unit * 34), bottom: y + height - footHeight - unit * 11 };
  const name = fitLines('display', says.name, unit * 15, column, height / width > 0.95 ? 4 : 3);
  const lead = name.size * 1.08;
  const block = lead * name.lines.length + unit * 8;
  let baseline = room.top + Math.max(0, (room.bottom - room.top - block) / 2) + name.size * 0.82;
  for (const each of name.lines) {
    put(each, baseline, name.size, 'display', ink, -8);
    baseline += lead;
  }
  put(says.kind.toUpperCase(), baseline - lead + name.size * 0.35 + unit * 7.6, unit * 4.1, 'bold', accent, 120);

  const foot = y + height - footHeight;
  if (design === 'ridge') {
    const box = { x, y: foot, width, height: footHeight };
    parts.push(ridges(box, says.tint.band, paper, says.name));
    parts.push(
      line(says.weight, x + width * 0.085, y + height - unit * 4.6, { cut: 'bold', size: unit * 4.6, fill: palette.paper }),
      line(`Batch ${says.batch}`, right, y + height - unit * 4.6, {
        cut: 'text',
        size: unit * 3.8,
        fill: palette.paper,
        anchor: 'end',
      }),
    );
    put(says.smallPrint, foot + unit * 0.5, unit * 3.3, 'text', soft, 20);
  } else {
    const rule = foot - unit * 1.5;
    parts.push(
      `<rect x="${left}" y="${rule}" width="${right - left}" height="${unit * 0.45}" fill="${ink}" opacity="0.35"/>`,
      line(says.weight, left, rule + unit * 7.4, { cut: 'bold', size: unit * 4.8, fill: ink }),
      line(`Batch ${says.batch}`, right, rule + unit * 6.4, {
        cut: 'text',
        size: unit * 3.6,
        fill: soft,
        anchor: 'end',
      }),
      line(says.smallPrint, right, rule + unit * 11.2, { cut: 'text', size: unit * 3.2, fill: soft, anchor: 'end' }),
    );
  }
  parts.push(
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#000" filter="${grain(sheet, '0.35 0.4', 0.16, Math.floor(random.between(1, 900)))}"/>`,
  );
  const edge = clip(sheet, `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${unit * 1.2}"/>`);
  return `<g clip-path="${edge}">${parts.join('')}</g>`;
}

/** The turn of a cylinder: dark at both edges, lit a little left of the middle. */
export function roundShade(sheet: Sheet, strength = 1): string {
  const dark = darken('#333333', 0.5);
  return linear(sheet, [
    [0, dark, 0.42 * strength],
    [0.1, dark, 0.16 * strength],
    [0.26, '#FFFFFF', 0.2 * strength],
    [0.4, '#FFFFFF', 0.04 * strength],
    [0.62, dark, 0.02 * strength],
    [0.86, dark, 0.2 * strength],
    [1, dark, 0.5 * strength],
  ]);
}
