import { standingShadow } from '../ground.ts';
import { isWide, roundShade } from '../label.ts';
import { darken, lighten, mix, palette } from '../palette.ts';
import { blur, clip, down, grain, linear, type Sheet } from '../sheet.ts';
import { filling, flowerHeap } from './contents.ts';
import { labelOf, type Subject } from './subject.ts';

export type JarShape = {
  cx: number;
  base: number;
  width: number;
  height: number;
  lid: 'dark' | 'wood' | 'cork' | 'steel' | 'none';
  contents: 'flower' | 'rosin' | 'hash' | 'honey' | 'wax' | 'dark wax';
  /** Height of the paper label as a share of the glass. */
  labelShare?: number;
  flame?: boolean;
};

const lidColours = { dark: '#23302A', wood: '#B98A57', cork: '#C79F6C', steel: '#A9AFAE' } as const;
const fillings = {
  flower: '#5E7040',
  rosin: '#D9B766',
  hash: '#7B5B38',
  honey: '#8A4A12',
  wax: '#F1E6CC',
  'dark wax': '#E4D9C2',
} as const;

/** What shows where a curved label hangs lower than its print. */
const footColour = ({ design, says }: Subject, wide: boolean) =>
  design === 'night' ? says.tint.deep : design === 'ridge' && !wide ? says.tint.band : palette.paper;

/** A side wall between two ellipses: straight flanks, round foot. */
const wall = (cx: number, top: number, bottom: number, rx: number, ry: number) =>
  `M${cx - rx} ${top}V${bottom - ry}A${rx} ${ry} 0 0 0 ${cx + rx} ${bottom - ry}V${top}A${rx} ${ry} 0 0 1 ${cx - rx} ${top}Z`;

/** A lid seen a little from above, standing on `bottom`. */
function lid(
  sheet: Sheet,
  kind: keyof typeof lidColours,
  cx: number,
  bottom: number,
  rx: number,
  height: number,
): string {
  const ry = rx * 0.13;
  const colour = lidColours[kind];
  const top = bottom - height;
  const side = `M${cx - rx} ${top}V${bottom}A${rx} ${ry} 0 0 0 ${cx + rx} ${bottom}V${top}Z`;
  const parts = [`<path d="${side}" fill="${colour}"/>`];
  if (kind === 'dark' || kind === 'steel') {
    const ribs = Array.from({ length: 61 }, (_, index) => {
      const turn = Math.PI * (index / 60);
      const x = cx - Math.cos(turn) * rx * 0.995;
      const drop = Math.sin(turn) * ry;
      return `<path d="M${x.toFixed(1)} ${(top + drop + height * 0.16).toFixed(1)}V${(bottom + drop - height * 0.12).toFixed(1)}"/>`;
    });
    parts.push(`<g stroke="#000" stroke-opacity="0.22" stroke-width="3.2">${ribs.join('')}</g>`);
  } else {
    parts.push(
      `<path d="${side}" fill="#000" filter="${grain(sheet, kind === 'wood' ? '0.006 0.16' : '0.09 0.11', kind === 'wood' ? 0.75 : 1, 7)}"/>`,
    );
  }
  parts.push(
    `<path d="${side}" fill="${roundShade(sheet, kind === 'dark' ? 1.25 : 1)}"/>`,
    `<ellipse cx="${cx}" cy="${top}" rx="${rx}" ry="${ry}" fill="${linear(sheet, [
      [0, lighten(colour, 0.34)],
      [0.5, lighten(colour, 0.16)],
      [1, colour],
    ])}"/>`,
    `<ellipse cx="${cx}" cy="${top + 1.5}" rx="${rx * 0.955}" ry="${ry * 0.93}" fill="none" stroke="#fff" stroke-opacity="0.22" stroke-width="2.5"/>`,
  );
  return parts.join('');
}

/** A glass jar with a paper label: flower, concentrates, honey, and the tumbler of a candle. */
export function jar(subject: Subject, shape: JarShape): string {
  const { sheet, random, says } = subject;
  const { cx, base, width, height } = shape;
  const rx = width / 2;
  const ry = rx * 0.13;
  const open = shape.lid === 'none';
  const lidHeight = open ? 0 : Math.min(height * 0.2, 130);
  const top = base - height + lidHeight;
  const thick = shape.contents === 'rosin' || shape.contents === 'hash' ? width * 0.1 : width * 0.032;
  const foot = shape.contents === 'rosin' || shape.contents === 'hash' ? height * 0.2 : height * 0.07;
  const tumbler = shape.contents === 'wax' || shape.contents === 'dark wax';
  const dark = shape.contents === 'dark wax';
  const shoulder = tumbler ? 0 : Math.min(70, height * 0.09);
  const neck = tumbler ? rx : rx * 0.9;
  const outline = `M${cx - neck} ${top}V${top + shoulder * 0.3}C${cx - neck} ${top + shoulder * 0.8} ${cx - rx} ${top + shoulder * 0.7} ${cx - rx} ${top + shoulder * 1.5}V${base - ry - 16}Q${cx - rx} ${base - ry + 8} ${cx - rx + 18} ${base - ry + 12}A${rx * 0.97} ${ry} 0 0 0 ${cx + rx - 18} ${base - ry + 12}Q${cx + rx} ${base - ry + 8} ${cx + rx} ${base - ry - 16}V${top + shoulder * 1.5}C${cx + rx} ${top + shoulder * 0.7} ${cx + neck} ${top + shoulder * 0.8} ${cx + neck} ${top + shoulder * 0.3}V${top}A${neck} ${ry} 0 0 1 ${cx - neck} ${top}Z`;
  const parts = [standingShadow(sheet, cx, base + 10, rx * 0.97)];
  const glassTint = dark ? '#26373D' : '#EDF3EE';
  parts.push(
    `<path d="${outline}" fill="${linear(sheet, [
      [0, darken(glassTint, 0.25), dark ? 0.96 : 0.7],
      [0.12, glassTint, dark ? 0.9 : 0.42],
      [0.8, glassTint, dark ? 0.93 : 0.4],
      [1, darken(glassTint, 0.35), dark ? 0.98 : 0.75],
    ])}"/>`,
  );
  const inner = rx - thick;
  const innerTop = top + shoulder * 1.3 + (tumbler ? height * 0.13 : height * 0.03);
  const innerBase = base - foot;
  const colour = fillings[shape.contents];
  if (shape.contents === 'flower') {
    // The topmost buds rise above the filling's edge, into the glass's shoulder.
    const inside = clip(sheet, `<path d="${wall(cx, innerTop - 120, innerBase, inner, inner * 0.12)}"/>`);
    const hue = mix(colour, says.tint.band, 0.12);
    const area = { x: cx - inner, y: innerTop - 30, width: inner * 2, height: innerBase - innerTop + 40 };
    parts.push(
      `<g clip-path="${inside}">${flowerHeap(sheet, area, hue, random, Math.max(64, width * 0.19))}</g>`,
    );
  } else if (!dark) {
    const level = innerTop + (shape.contents === 'honey' ? 10 : tumbler ? 0 : height * 0.2);
    parts.push(
      `<path d="${wall(cx, level, innerBase, inner, inner * 0.12)}" fill="${linear(sheet, [
        [0, darken(colour, 0.3)],
        [0.3, lighten(colour, shape.contents === 'honey' ? 0.12 : 0.22)],
        [0.7, colour],
        [1, darken(colour, 0.4)],
      ])}"/>`,
      `<ellipse cx="${cx}" cy="${level}" rx="${inner}" ry="${inner * 0.12}" fill="${filling(sheet, lighten(colour, 0.25))}"/>`,
    );
  }
  if (tumbler) {
    const level = innerTop;
    if (dark) {
      parts.push(
        `<ellipse cx="${cx}" cy="${top}" rx="${inner}" ry="${ry * 0.94}" fill="#16232A"/>`,
        `<path d="M${cx - inner * 0.9} ${top + ry * 0.35}A${inner} ${ry} 0 0 0 ${cx + inner * 0.9} ${top + ry * 0.35}Q${cx} ${top + ry * 0.1} ${cx - inner * 0.9} ${top + ry * 0.35}Z" fill="${colour}"/>`,
        `<path d="M${cx} ${top + ry * 0.4}v-26" stroke="#3B332A" stroke-width="6" stroke-linecap="round"/>`,
      );
    } else {
      const wick = level - 4;
      parts.push(
        `<path d="M${cx} ${wick}q-3 -18 2 -36" stroke="#4A4036" stroke-width="6" fill="none" stroke-linecap="round"/>`,
      );
      if (shape.flame) {
        parts.push(
          `<ellipse cx="${cx}" cy="${wick - 70}" rx="190" ry="190" fill="#FFE3A0" opacity="0.5" filter="${blur(sheet, 60)}"/>`,
          `<path d="M${cx + 1} ${wick - 118}C${cx + 26} ${wick - 78} ${cx + 20} ${wick - 34} ${cx + 1} ${wick - 30}C${cx - 20} ${wick - 34} ${cx - 24} ${wick - 76} ${cx + 1} ${wick - 118}Z" fill="${linear(
            sheet,
            [
              [0, '#FFF3CF'],
              [0.6, '#FFCF6B'],
              [1, '#E08A2E', 0.75],
            ],
            down,
          )}"/>`,
        );
      }
    }
  }
  if (shape.labelShare !== 0) {
    const share = shape.labelShare ?? 0.62;
    const room = innerBase - (top + shoulder * 1.6);
    const labelHeight = room * share;
    const labelTop = top + shoulder * 1.6 + (room - labelHeight) * (tumbler ? 0.75 : 0.62);
    const bow = ry * 0.62;
    const curve = `M${cx - rx} ${labelTop}A${rx} ${bow} 0 0 0 ${cx + rx} ${labelTop}V${labelTop + labelHeight}A${rx} ${bow} 0 0 1 ${cx - rx} ${labelTop + labelHeight}Z`;
    const paperClip = clip(sheet, `<path d="${curve}"/>`);
    const print = labelOf(
      subject,
      cx - rx * 0.82,
      labelTop,
      rx * 1.64,
      labelHeight + bow * 0.5,
      rx * 0.18,
      bow * 0.7,
    );
    const under = `<rect x="${cx - rx}" y="${labelTop}" width="${width}" height="${labelHeight + bow * 2}" fill="${footColour(subject, isWide(rx * 1.64, labelHeight + bow * 0.5))}"/>`;
    parts.push(
      `<g clip-path="${paperClip}">${under}${print}</g>`,
      `<path d="${curve}" fill="${roundShade(sheet, 0.85)}"/>`,
    );
  }
  const gleam = blur(sheet, 5);
  parts.push(
    `<path d="${outline}" fill="${roundShade(sheet, dark ? 1 : 0.55)}"/>`,
    `<path d="${outline}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="2.5"/>`,
    `<path d="M${cx - rx + thick * 0.5 + 12} ${top + shoulder * 1.7}V${base - ry - 40}" stroke="#fff" stroke-opacity="0.62" stroke-width="${Math.max(9, width * 0.026)}" stroke-linecap="round" filter="${gleam}"/>`,
    `<path d="M${cx + rx - 16} ${top + shoulder * 2}V${base - ry - 60}" stroke="#fff" stroke-opacity="0.3" stroke-width="6" stroke-linecap="round" filter="${gleam}"/>`,
    `<path d="M${cx - rx * 0.8} ${base - ry * 1.2 + 12}A${rx} ${ry} 0 0 0 ${cx + rx * 0.8} ${base - ry * 1.2 + 12}" fill="none" stroke="#fff" stroke-opacity="0.45" stroke-width="6" filter="${gleam}"/>`,
  );
  if (open) {
    parts.push(
      `<ellipse cx="${cx}" cy="${top}" rx="${neck}" ry="${ry}" fill="none" stroke="#fff" stroke-opacity="${dark ? 0.4 : 0.85}" stroke-width="7"/>`,
      `<ellipse cx="${cx}" cy="${top}" rx="${neck - 7}" ry="${ry - 4}" fill="none" stroke="${palette.ink}" stroke-opacity="0.2" stroke-width="2"/>`,
    );
  } else if (shape.lid !== 'none') {
    const lidRx = shape.lid === 'cork' ? neck * 0.98 : neck * 1.06;
    parts.push(
      lid(
        sheet,
        shape.lid,
        cx,
        top + (shape.lid === 'cork' ? 4 : 26),
        lidRx,
        lidHeight + (shape.lid === 'cork' ? 0 : 20),
      ),
    );
  }
  return parts.join('');
}

/** A lid lying beside its open jar. */
export const looseLid = (
  subject: Subject,
  kind: keyof typeof lidColours,
  cx: number,
  base: number,
  rx: number,
): string =>
  `${standingShadow(subject.sheet, cx, base, rx)}${lid(subject.sheet, kind, cx, base - rx * 0.13, rx, rx * 0.42)}`;
