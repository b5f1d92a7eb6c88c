import { lyingShadow, standingShadow } from '../ground.ts';
import { roundShade } from '../label.ts';
import { ridgePath } from '../landscape/ridge.ts';
import { mark } from '../mark.ts';
import { darken, lighten, mix, palette } from '../palette.ts';
import { blur, clip, down, grain, linear, placed } from '../sheet.ts';
import { line } from '../text.ts';
import type { Subject } from './subject.ts';

export type Mug = {
  cx: number;
  base: number;
  width: number;
  height: number;
  ware: 'stoneware' | 'enamel';
  bare?: boolean;
};

/** A mug with its handle to the right; `bare` turns the side without the mark to the front. */
export function mug(subject: Subject, { cx, base, width, height, ware, bare }: Mug): string {
  const { sheet } = subject;
  const rx = width / 2;
  const ry = rx * 0.17;
  const top = base - height;
  const glaze = ware === 'stoneware' ? '#8FA6AC' : '#F1E9D8';
  const rim = ware === 'stoneware' ? '#7A5A40' : palette.spruce700;
  const foot = rx * (ware === 'stoneware' ? 0.82 : 0.97);
  const side = bare ? -1 : 1;
  const body = `M${cx - rx} ${top}C${cx - rx} ${top + height * 0.6} ${cx - rx * 0.99} ${base - 50} ${cx - foot} ${base - ry * 0.9}A${foot} ${ry * 0.9} 0 0 0 ${cx + foot} ${base - ry * 0.9}C${cx + rx * 0.99} ${base - 50} ${cx + rx} ${top + height * 0.6} ${cx + rx} ${top}Z`;
  const hx = cx + side * rx * 0.96;
  const grip = `M${hx} ${top + height * 0.2}C${hx + side * rx * 0.72} ${top + height * 0.12} ${hx + side * rx * 0.72} ${top + height * 0.82} ${hx - side * 8} ${top + height * 0.74}`;
  const inside = clip(sheet, `<path d="${body}"/>`);
  const thick = ware === 'stoneware' ? 54 : 34;
  return [
    standingShadow(sheet, cx + side * 30, base, rx * 1.02),
    `<ellipse cx="${cx + side * rx * 1.25}" cy="${base - ry * 0.5}" rx="${rx * 0.34}" ry="${ry * 0.34}" fill="${palette.ink}" opacity="0.22" filter="${blur(sheet, 16)}"/>`,
    `<path d="${grip}" fill="none" stroke="${darken(glaze, 0.3)}" stroke-width="${thick}" stroke-linecap="round"/><path d="${grip}" fill="none" stroke="${glaze}" stroke-width="${thick * 0.72}" stroke-linecap="round"/><path d="${grip}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="${thick * 0.16}" stroke-linecap="round" transform="translate(${-side * 3} -8)" filter="${blur(sheet, 3)}"/>`,
    `<path d="M${hx} ${top + height * 0.2}h${-side * 30}v${height * 0.56}h${side * 30}Z" fill="${palette.ink}" opacity="0.25" filter="${blur(sheet, 10)}"/>`,
    `<path d="${body}" fill="${glaze}"/>`,
    `<g clip-path="${inside}">${
      ware === 'stoneware'
        ? `<rect x="${cx - rx}" y="${base - height * 0.2}" width="${width}" height="${height * 0.3}" fill="#B99A78"/><path d="M${cx - rx} ${base - height * 0.19}Q${cx - rx * 0.4} ${base - height * 0.12} ${cx} ${base - height * 0.16}T${cx + rx} ${base - height * 0.18}V${base - height * 0.3}H${cx - rx}Z" fill="${glaze}"/><path d="M${cx - rx} ${base - height * 0.19}Q${cx - rx * 0.4} ${base - height * 0.12} ${cx} ${base - height * 0.16}T${cx + rx} ${base - height * 0.18}" fill="none" stroke="#5F757B" stroke-width="8" opacity="0.5"/><path d="${body}" fill="#000" filter="${grain(sheet, '0.12', 0.75, 14)}"/><path d="M${cx - rx} ${top}A${rx} ${ry} 0 0 0 ${cx + rx} ${top}V${top + 34}A${rx} ${ry} 0 0 1 ${cx - rx} ${top + 34}Z" fill="${rim}" opacity="0.55" filter="${blur(sheet, 7)}"/>`
        : `<path d="M${cx - rx} ${base - ry - 24}A${rx} ${ry} 0 0 0 ${cx + rx} ${base - ry - 24}" stroke="${darken(glaze, 0.25)}" stroke-width="5" fill="none" opacity="0.5"/>`
    }</g>`,
    bare
      ? ''
      : ware === 'stoneware'
        ? `${mark(cx - 10 + 2.5, top + height * 0.47 + 3, rx * 0.72, '#fff')}${mark(cx - 10, top + height * 0.47, rx * 0.72, '#4B6067')}`
        : `${mark(cx, top + height * 0.42, rx * 0.66, palette.spruce700)}${line('TWO BRANCHES FARM', cx, top + height * 0.72, { cut: 'bold', size: rx * 0.088, fill: palette.spruce700, tracking: 150, anchor: 'middle' })}`,
    `<path d="${body}" fill="${roundShade(sheet, 1)}"/>`,
    `<path d="M${cx - rx * 0.82} ${top + 80}C${cx - rx * 0.84} ${top + height * 0.5} ${cx - rx * 0.81} ${base - 130} ${cx - rx * 0.78} ${base - 100}" stroke="#fff" stroke-opacity="${ware === 'enamel' ? 0.75 : 0.4}" stroke-width="18" fill="none" stroke-linecap="round" filter="${blur(sheet, 7)}"/>`,
    `<ellipse cx="${cx}" cy="${top}" rx="${rx}" ry="${ry}" fill="${rim}"/><ellipse cx="${cx}" cy="${top + 2}" rx="${rx - 11}" ry="${ry - 6}" fill="${linear(
      sheet,
      [
        [0, darken(glaze, 0.5)],
        [0.6, darken(glaze, 0.14)],
        [1, lighten(glaze, 0.2)],
      ],
    )}"/><g clip-path="${clip(sheet, `<ellipse cx="${cx}" cy="${top + 2}" rx="${rx - 11}" ry="${ry - 6}"/>`)}"><ellipse cx="${cx - rx * 0.22}" cy="${top - ry * 0.5}" rx="${rx * 0.95}" ry="${ry * 1.1}" fill="${palette.ink}" opacity="0.4" filter="${blur(sheet, 16)}"/><ellipse cx="${cx + rx * 0.3}" cy="${top + ry * 0.85}" rx="${rx * 0.62}" ry="${ry * 0.5}" fill="#fff" opacity="0.4" filter="${blur(sheet, 14)}"/></g><path d="M${cx - rx + 5} ${top}A${rx - 5} ${ry - 3} 0 0 0 ${cx + rx - 5} ${top}" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="3.5" filter="${blur(sheet, 1.5)}"/>`,
  ].join('');
}

/** Two hand-dipped tapers, lying, still joined by their wick. */
export function tapers(subject: Subject): string {
  const { sheet } = subject;
  const wax = '#D9AE4E';
  const one =
    'M-34 -430C-40 -460 -22 -486 0 -490C22 -486 38 -460 34 -430L62 430Q62 486 0 486Q-62 486 -62 430Z';
  const candle = (x: number, turn: number) =>
    placed(
      `${lyingShadow(sheet, `<path d="${one}"/>`, 0.9)}<path d="${one}" fill="${linear(sheet, [
        [0, darken(wax, 0.28)],
        [0.22, lighten(wax, 0.5)],
        [0.5, wax],
        [0.85, darken(wax, 0.14)],
        [1, darken(wax, 0.42)],
      ])}"/><path d="${one}" fill="#000" filter="${grain(sheet, '0.05 0.012', 0.45, 31)}"/>`,
      x,
      860,
      turn,
    );
  return `<path d="M470 385C480 210 640 180 700 395" fill="none" stroke="${palette.ink}" stroke-opacity="0.25" stroke-width="9" transform="translate(8 10)" filter="${blur(sheet, 5)}"/>${candle(445, 5)}${candle(748, -4)}<path d="M486 382C496 210 640 190 712 380" fill="none" stroke="#EADFC4" stroke-width="9" stroke-linecap="round"/><path d="M486 382C496 210 640 190 712 380" fill="none" stroke="#A8946A" stroke-width="3" stroke-dasharray="8 7"/>${paperBand(subject)}`;
}

function paperBand({ sheet }: Subject): string {
  const d = 'M350 800H850V960H350Z';
  return `${placed(
    `<path d="${d}" fill="${palette.paper}"/><path d="${d}" fill="${linear(sheet, [
      [0, palette.ink, 0.3],
      [0.2, '#fff', 0.3],
      [0.45, palette.ink, 0.05],
      [0.52, palette.ink, 0.22],
      [0.68, '#fff', 0.25],
      [1, palette.ink, 0.32],
    ])}"/>`,
    0,
    0,
  )}${mark(600, 846, 60, palette.ink, palette.ochre400)}${line('Beeswax Tapers', 600, 918, { cut: 'display', size: 46, fill: palette.ink, anchor: 'middle' })}${line('PAIR · 10 IN', 600, 946, { cut: 'bold', size: 17, fill: palette.ochre700, tracking: 160, anchor: 'middle' })}`;
}

/** What is printed: layered ridges, or the map of the two branches. */
function printArt(subject: Subject, kind: 'ridges' | 'map', width: number, height: number): string {
  const { sheet } = subject;
  const [x, y] = [-width / 2, -height / 2];
  const inside = clip(sheet, `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`);
  if (kind === 'ridges') {
    const layers = Array.from({ length: 5 }, (_, index) => {
      const d = ridgePath({
        name: `print-${index}`,
        x,
        width,
        base: y + height * (0.38 + index * 0.13),
        rise: height * (0.2 - index * 0.014),
        waves: 2.2 + index * 0.5,
        floor: y + height,
      });
      return `<path d="${d}" fill="${mix('#C9D6CC', palette.spruce900, 0.1 + index * 0.21)}"/>`;
    });
    return `<g clip-path="${inside}"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#F4E7CB"/><circle cx="${x + width * 0.68}" cy="${y + height * 0.25}" r="${width * 0.09}" fill="${palette.ochre400}" opacity="0.85"/>${layers.join('')}</g>`;
  }
  const contours = Array.from({ length: 15 }, (_, index) => {
    const drop = index * (height / 13) - height * 0.05;
    return `<path d="M${x} ${y + drop}C${x + width * 0.2} ${y + drop - height * 0.1} ${x + width * 0.36} ${y + drop + height * 0.12} ${x + width * 0.55} ${y + drop - height * 0.02}S${x + width * 0.85} ${y + drop - height * 0.1} ${x + width} ${y + drop + height * 0.03}"/>`;
  }).join('');
  const west = `M${x + width * 0.16} ${y}C${x + width * 0.12} ${y + height * 0.16} ${x + width * 0.34} ${y + height * 0.2} ${x + width * 0.28} ${y + height * 0.34}S${x + width * 0.46} ${y + height * 0.46} ${x + width * 0.48} ${y + height * 0.62}`;
  const east = `M${x + width * 0.92} ${y + height * 0.04}C${x + width * 0.72} ${y + height * 0.1} ${x + width * 0.86} ${y + height * 0.28} ${x + width * 0.7} ${y + height * 0.36}S${x + width * 0.5} ${y + height * 0.46} ${x + width * 0.48} ${y + height * 0.62}`;
  const main = `M${x + width * 0.48} ${y + height * 0.62}C${x + width * 0.46} ${y + height * 0.74} ${x + width * 0.6} ${y + height * 0.82} ${x + width * 0.54} ${y + height * 1.02}`;
  const label = (words: string, lx: number, ly: number, turn: number) =>
    placed(
      line(words, 0, 0, { cut: 'italic', size: width * 0.042, fill: palette.river700, anchor: 'middle' }),
      x + width * lx,
      y + height * ly,
      turn,
    );
  return `<g clip-path="${inside}"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#F6F0E0"/><g fill="none" stroke="${palette.ochre700}" stroke-opacity="0.3" stroke-width="2.500">${contours}</g><g fill="none" stroke="${palette.river700}" stroke-linecap="round"><path d="${west}" stroke-width="13"/><path d="${east}" stroke-width="13"/><path d="${main}" stroke-width="21"/></g><circle cx="${x + width * 0.48}" cy="${y + height * 0.62}" r="${width * 0.022}" fill="${palette.clay700}"/>${line('Hancock', x + width * 0.53, y + height * 0.645, { cut: 'display', size: width * 0.05, fill: palette.ink })}${label('West Branch', 0.13, 0.38, 52)}${label('East Branch', 0.8, 0.42, -28)}</g>`;
}

/** A print in a wooden frame, standing against the wall. */
export function framed(
  subject: Subject,
  kind: 'ridges' | 'map',
  wood: string,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const { sheet } = subject;
  const bar = 34;
  const outer = `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`;
  const [mx, my] = [x + bar, y + bar];
  const [mw, mh] = [width - bar * 2, height - bar * 2];
  const artWidth = mw * 0.74;
  const artHeight = mh * 0.7;
  return [
    `<g fill="${palette.spruce900}"><g transform="translate(46 40)" opacity="0.22" filter="${blur(sheet, 34)}">${outer}</g><g transform="translate(14 12)" opacity="0.35" filter="${blur(sheet, 10)}">${outer}</g></g>`,
    `<g fill="${wood}">${outer}</g><g fill="#000" filter="${grain(sheet, '0.01 0.14', 0.8, 6)}">${outer}</g>`,
    `<path d="M${x} ${y}H${x + width}L${mx + mw} ${my}H${mx}V${my + mh}L${x} ${y + height}Z" fill="#fff" opacity="0.28"/><path d="M${x + width} ${y}V${y + height}H${x}L${mx} ${my + mh}H${mx + mw}V${my}Z" fill="${palette.ink}" opacity="0.2"/>`,
    `<rect x="${mx}" y="${my}" width="${mw}" height="${mh}" fill="#FBF8F1"/>`,
    placed(printArt(subject, kind, artWidth, artHeight), mx + mw / 2, my + mh * 0.45),
    line(kind === 'ridges' ? 'Ridge Line' : 'Where the Branches Meet', mx + mw / 2, my + mh * 0.875, {
      cut: 'italic',
      size: mw * 0.05,
      fill: palette.inkSoft,
      anchor: 'middle',
    }),
    line('37 / 200', mx + mw * 0.13, my + mh * 0.93, {
      cut: 'italic',
      size: mw * 0.03,
      fill: palette.inkSoft,
    }),
    `<path d="M${mx} ${my}h${mw}v14h${-(mw - 14)}v${mh - 14}h-14Z" fill="${palette.ink}" opacity="0.25" filter="${blur(sheet, 7)}"/>`,
    `<path d="M${mx} ${my}H${mx + mw * 0.62}L${mx + mw * 0.2} ${my + mh}H${mx}Z" fill="${linear(
      sheet,
      [
        [0, '#fff', 0.22],
        [1, '#fff', 0.02],
      ],
      down,
    )}"/>`,
  ].join('');
}
