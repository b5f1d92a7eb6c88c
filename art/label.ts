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
  /** The small print: the license on cannabis, the place on everything else. */
  smallPrint: string;
  tint: Tint;
};

export type LabelDesign = 'ridge' | 'band' | 'stripe' | 'night';

/**
 * `bleed` is how far paper and bands run on to either side, around a vessel; `headroom` how far a round
 * vessel's upper paper edge hangs in the middle.
 */
type Box = { x: number; y: number; width: number; height: number; bleed?: number; headroom?: number };

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

/** Labels this low are set in two columns instead of one under the other. */
export const isWide = (width: number, height: number): boolean => width / height > 1.7;

/** Prints a paper label into the box. The caller clips or shades it to its vessel. */
export function label(sheet: Sheet, box: Box, says: LabelText, design: LabelDesign, random: Random): string {
  if (isWide(box.width, box.height)) return wideLabel(sheet, box, says, design, random);
  const { x, y, width, height, bleed = 0, headroom = 0 } = box;
  const sheetX = x - bleed;
  const sheetWidth = width + bleed * 2;
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
  const parts = [`<rect x="${sheetX}" y="${y}" width="${sheetWidth}" height="${height}" fill="${paper}"/>`];
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

  const headHeight = design === 'band' ? height * 0.28 + headroom : 0;
  if (design === 'band') {
    parts.push(
      `<rect x="${sheetX}" y="${y}" width="${sheetWidth}" height="${headHeight}" fill="${says.tint.band}"/>`,
      mark(middle, y + (headHeight + headroom) / 2 - unit * 3, unit * 17, palette.cream),
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
    parts.push(mark(markX, y + headroom + unit * 14, unit * 15, ink, accent));
    put('TWO BRANCHES FARM', y + headroom + unit * 28.5, unit * 4.4, 'bold', soft, 150);
  }
  if (design === 'stripe') {
    parts.push(`<rect x="${x}" y="${y}" width="${stripe}" height="${height}" fill="${says.tint.band}"/>`);
  }

  const footHeight = design === 'ridge' ? height * 0.25 : unit * 15;
  const top = y + (headHeight ? headHeight + unit * 2 : headroom + unit * 31);
  const bottom = y + height - footHeight - (design === 'ridge' ? unit * 7 : unit * 3);
  const kindSize = unit * 4.9;
  let name = fitLines('display', says.name, unit * 20, column, 4);
  const blockOf = (size: number, lines: number) => size * 1.06 * lines + kindSize * 1.9;
  for (
    let size = name.size;
    blockOf(name.size, name.lines.length) > bottom - top && size > unit * 6;
    size *= 0.95
  ) {
    name = fitLines('display', says.name, size, column, 4);
  }
  const lead = name.size * 1.06;
  const spare = Math.max(0, bottom - top - blockOf(name.size, name.lines.length));
  let baseline = top + spare / 2 + name.size * 0.8;
  for (const each of name.lines) {
    put(each, baseline, name.size, 'display', ink, -8);
    baseline += lead;
  }
  put(
    says.kind.toUpperCase(),
    baseline - lead + name.size * 0.26 + kindSize * 1.35,
    kindSize,
    'bold',
    accent,
    120,
  );

  const foot = y + height - footHeight;
  if (design === 'ridge') {
    parts.push(
      ridges({ x: sheetX, y: foot, width: sheetWidth, height: footHeight }, says.tint.band, paper, says.name),
    );
    parts.push(
      line(says.weight, x + width * 0.085, y + height - unit * 4.6, {
        cut: 'bold',
        size: unit * 5.6,
        fill: palette.paper,
      }),
      line(`Batch ${says.batch}`, right, y + height - unit * 4.6, {
        cut: 'text',
        size: unit * 4.6,
        fill: palette.paper,
        anchor: 'end',
      }),
    );
    put(says.smallPrint, foot - unit * 0.5, unit * 3.8, 'text', soft, 20);
  } else {
    const rule = foot - unit * 1.5;
    parts.push(
      `<rect x="${left}" y="${rule}" width="${right - left}" height="${unit * 0.45}" fill="${ink}" opacity="0.35"/>`,
      line(says.weight, left, rule + unit * 7.4, { cut: 'bold', size: unit * 5.8, fill: ink }),
      line(`Batch ${says.batch}`, right, rule + unit * 6.4, {
        cut: 'text',
        size: unit * 4.3,
        fill: soft,
        anchor: 'end',
      }),
      line(says.smallPrint, right, rule + unit * 11.6, {
        cut: 'text',
        size: unit * 3.8,
        fill: soft,
        anchor: 'end',
      }),
    );
  }
  parts.push(
    `<rect x="${sheetX}" y="${y}" width="${sheetWidth}" height="${height}" fill="#000" filter="${grain(sheet, '0.35 0.4', 0.16, Math.floor(random.between(1, 900)))}"/>`,
  );
  const edge = clip(
    sheet,
    `<rect x="${sheetX}" y="${y}" width="${sheetWidth}" height="${height}" rx="${unit * 1.2}"/>`,
  );
  return `<g clip-path="${edge}">${parts.join('')}</g>`;
}

/** A low, wide label, as small jars wear it: mark and strain colour left, words beside them. */
function wideLabel(sheet: Sheet, box: Box, says: LabelText, design: LabelDesign, random: Random): string {
  const { x, y, width, height, bleed = 0, headroom = 0 } = box;
  const night = design === 'night';
  const paper = night ? says.tint.deep : palette.paper;
  const ink = night ? palette.cream : palette.ink;
  const [sheetX, sheetWidth] = [x - bleed, width + bleed * 2];
  const block = width * 0.24;
  const left = x + block + width * 0.06;
  const room = width - block - width * 0.1;
  const name = fitLines('display', says.name, height * 0.21, room, 2);
  const lead = name.size * 1.06;
  const unit = height / 100;
  let baseline = y + headroom + unit * (name.lines.length === 1 ? 38 : 25);
  const words = name.lines.map((each) => {
    const set = line(each, left, baseline, { cut: 'display', size: name.size, fill: ink, tracking: -8 });
    baseline += lead;
    return set;
  });
  const small = Math.min(unit * 7.6, room / 16);
  const rule = y + height * 0.73;
  return `<g><rect x="${sheetX}" y="${y}" width="${sheetWidth}" height="${height}" fill="${paper}"/><rect x="${sheetX}" y="${y}" width="${block + bleed}" height="${height}" fill="${design === 'night' ? darken(says.tint.deep, 0.25) : says.tint.band}"/>${mark(x + block / 2, y + headroom * 0.5 + height * 0.5, Math.min(block * 0.66, height * 0.5), palette.cream)}${words.join('')}${line(
    says.kind.toUpperCase(),
    left,
    baseline - lead + small * 1.6,
    { cut: 'bold', size: small, fill: night ? palette.ochre400 : says.tint.band, tracking: 120 },
  )}<rect x="${left}" y="${rule}" width="${room}" height="${unit}" fill="${ink}" opacity="0.3"/>${line(says.weight, left, rule + unit * 12, { cut: 'bold', size: small, fill: ink })}${line(
    `${says.batch} · ${says.smallPrint}`,
    left + room,
    rule + unit * 12,
    { cut: 'text', size: small * 0.72, fill: ink, anchor: 'end', opacity: 0.8 },
  )}<rect x="${sheetX}" y="${y}" width="${sheetWidth}" height="${height}" fill="#000" filter="${grain(sheet, '0.35 0.4', 0.16, Math.floor(random.between(1, 900)))}"/></g>`;
}

/** A round label for the lid of a tin; everything stays inside the circle. */
export function roundLabel(
  sheet: Sheet,
  cx: number,
  cy: number,
  r: number,
  says: LabelText,
  design: LabelDesign,
): string {
  const night = design === 'night';
  const paper = night ? says.tint.deep : palette.paper;
  const ink = night ? palette.cream : palette.ink;
  const soft = night ? mix(palette.cream, says.tint.deep, 0.25) : palette.inkSoft;
  const accent = night ? palette.ochre400 : says.tint.band;
  const round = clip(sheet, `<circle cx="${cx}" cy="${cy}" r="${r}"/>`);
  const name = fitLines('display', says.name, r * 0.27, r * 1.45, 2);
  const lead = name.size * 1.06;
  const middle = { fill: ink, anchor: 'middle' as const };
  const first = cy - r * (name.lines.length === 1 ? 0.02 : 0.12);
  const words = name.lines.map((each, index) =>
    line(each, cx, first + index * lead, { ...middle, cut: 'display', size: name.size, tracking: -8 }),
  );
  const after = first + (name.lines.length - 1) * lead;
  const foot =
    design === 'ridge'
      ? ridges(
          { x: cx - r, y: cy + r * 0.42, width: r * 2, height: r * 0.6 },
          says.tint.band,
          paper,
          says.name,
        )
      : '';
  const footInk = design === 'ridge' ? palette.paper : soft;
  const head =
    design === 'band'
      ? `<rect x="${cx - r}" y="${cy - r}" width="${r * 2}" height="${r * 0.62}" fill="${says.tint.band}"/>`
      : '';
  return `<g clip-path="${round}"><circle cx="${cx}" cy="${cy}" r="${r}" fill="${paper}"/>${head}${foot}${mark(cx, cy - r * 0.64, r * 0.3, design === 'band' ? palette.cream : ink, design === 'band' ? palette.cream : accent)}${
    design === 'band'
      ? ''
      : line('TWO BRANCHES FARM', cx, cy - r * 0.4, {
          ...middle,
          cut: 'bold',
          size: r * 0.052,
          fill: soft,
          tracking: 160,
        })
  }${words.join('')}${line(says.kind.toUpperCase(), cx, after + r * 0.16, { ...middle, cut: 'bold', size: r * 0.064, fill: accent, tracking: 120 })}${line(says.weight, cx, cy + r * 0.72, { ...middle, cut: 'bold', size: r * 0.066, fill: design === 'ridge' ? palette.paper : ink })}${line(`${says.batch} · ${says.smallPrint}`, cx, cy + r * 0.82, { ...middle, cut: 'text', size: r * 0.046, fill: footInk })}<circle cx="${cx}" cy="${cy}" r="${r * 0.94}" fill="none" stroke="${design === 'band' ? palette.cream : accent}" stroke-opacity="0.6" stroke-width="3"/></g>`;
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
