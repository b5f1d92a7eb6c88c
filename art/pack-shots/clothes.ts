import { lyingShadow, standingShadow } from '../ground.ts';
import { mark } from '../mark.ts';
import { darken, lighten, palette } from '../palette.ts';
import { blur, clip, grain, linear, placed, radial } from '../sheet.ts';
import { line } from '../text.ts';
import type { Subject } from './subject.ts';

const cloth = (subject: Subject, colour: string) =>
  linear(
    subject.sheet,
    [
      [0, lighten(colour, 0.18)],
      [0.5, colour],
      [1, darken(colour, 0.24)],
    ],
    [0, 0, 1, 1],
  );

/** Soft folds across a lying garment, inside its outline. */
function folds(subject: Subject, outline: string, lines: readonly string[]): string {
  const { sheet } = subject;
  const inside = clip(sheet, outline);
  const soft = blur(sheet, 9);
  return `<g clip-path="${inside}">${lines
    .map(
      (d) =>
        `<path d="${d}" fill="none" stroke="${palette.ink}" stroke-opacity="0.3" stroke-width="16" filter="${soft}"/><path d="${d}" transform="translate(-9 -9)" fill="none" stroke="#fff" stroke-opacity="0.22" stroke-width="12" filter="${soft}"/>`,
    )
    .join('')}</g>`;
}

const weave = (subject: Subject, outline: string, strength: number, frequency = '0.55 0.5') =>
  `<g fill="#000" filter="${grain(subject.sheet, frequency, strength, 17)}">${outline}</g>`;

/** The same path on the other side of the picture's middle; its commands are absolute and take pairs. */
const mirrored = (d: string) =>
  d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${1200 - Number(x)} ${y}`);

/** A folded hoodie, seen from above: its sleeves lie folded in over its sides, its hood over its chest. */
export function foldedHoodie(subject: Subject, colour: string, thread: string): string {
  const { sheet } = subject;
  const body =
    '<path d="M250 372C252 340 290 322 352 312L470 292Q600 352 730 292L848 312C910 322 948 340 950 372L958 1120Q958 1168 910 1170L600 1176L290 1170Q242 1168 242 1120Z"/>';
  const sleeve =
    'M352 312C296 322 254 342 252 380C244 600 244 860 254 1040C256 1076 272 1086 300 1086L398 1080C420 1078 428 1066 428 1040C434 860 420 660 392 520C376 440 366 380 352 312Z';
  const hood =
    '<path d="M404 344C380 250 470 190 600 190C730 190 820 250 796 344C780 440 700 500 600 540C500 500 420 440 404 344Z"/>';
  const pocket = 'M330 830L480 780H720L870 830L890 1064H310Z';
  const cords = 'M556 474C540 560 566 600 548 690M644 474C664 540 640 610 656 668';

  const soft = (deviation: number) => `filter="${blur(sheet, deviation)}"`;
  /** Rounds what lies inside an outline: dark along its far edges, a light along the near ones. */
  const rounded = (outline: string, width: number) =>
    `<g clip-path="${clip(sheet, outline)}" fill="none"><g stroke="${palette.ink}" stroke-opacity="0.5" stroke-width="${width}" transform="translate(-8 -10)" ${soft(width / 2.6)}>${outline}</g><g stroke="#fff" stroke-opacity="0.3" stroke-width="${width * 0.4}" transform="translate(10 12)" ${soft(width / 4)}>${outline}</g></g>`;
  const shadow = (outline: string, x: number, y: number, opacity: number, deviation: number) =>
    `<g transform="translate(${x} ${y})" fill="${palette.ink}" opacity="${opacity}" ${soft(deviation)}>${outline}</g>`;
  /** Knitted ribs between two heights, inside an outline. */
  const ribs = (outline: string, left: number, right: number, top: number, bottom: number) => {
    const count = Math.round((right - left) / 15);
    const each = Array.from({ length: count }, (_, index) => `M${left + index * 15} ${top}V${bottom}`).join(
      '',
    );
    return `<g clip-path="${clip(sheet, outline)}" fill="none"><path d="M${left} ${top}H${right}" stroke="${palette.ink}" stroke-opacity="0.55" stroke-width="14" ${soft(5)}/><path d="${each}" stroke="${darken(colour, 0.5)}" stroke-opacity="0.75" stroke-width="5"/><path d="${each}" transform="translate(6 0)" stroke="${lighten(colour, 0.3)}" stroke-opacity="0.5" stroke-width="4"/></g>`;
  };

  const side = (d: string, inner: readonly string[], left: number) => {
    const outline = `<path d="${d}"/>`;
    return `<g clip-path="${clip(sheet, body)}">${shadow(outline, left < 600 ? 16 : -2, 18, 0.55, 16)}</g><g fill="${cloth(subject, lighten(colour, 0.03))}">${outline}</g>${weave(subject, outline, 0.42)}${folds(subject, outline, inner)}${rounded(outline, 54)}${ribs(outline, left, left + 190, 1000, 1090)}`;
  };
  const leftFolds = ['M262 520Q340 570 396 640', 'M262 700Q340 760 404 850', 'M300 400Q320 640 300 980'];

  const front = `<path d="${pocket}"/>`;
  return [
    `${lyingShadow(sheet, body, 1.1)}<g transform="translate(8 18)" fill="${darken(colour, 0.5)}">${body}</g><g fill="${cloth(subject, colour)}">${body}</g>${weave(subject, body, 0.42)}`,
    folds(subject, body, [
      'M470 620C520 680 540 720 520 790',
      'M740 600C690 660 664 720 690 790',
      'M500 1070Q600 1096 720 1070',
    ]),
    rounded(body, 70),
    ribs(body, 244, 958, 1106, 1180),
    `<g clip-path="${clip(sheet, body)}">${shadow(front, 8, 16, 0.5, 12)}</g><g fill="${cloth(subject, lighten(colour, 0.07))}">${front}</g>${weave(subject, front, 0.42)}${folds(subject, front, ['M520 830C560 900 560 980 540 1064', 'M690 820C660 900 668 980 690 1064'])}${rounded(front, 30)}`,
    `<path d="M346 838L484 792H716L854 838" fill="none" stroke="${thread}" stroke-opacity="0.55" stroke-width="3" stroke-dasharray="9 6"/>`,
    side(sleeve, leftFolds, 246),
    side(mirrored(sleeve), leftFolds.map(mirrored), 766),
    `${shadow(hood, 10, 26, 0.6, 20)}<g fill="${cloth(subject, lighten(colour, 0.05))}">${hood}</g>${weave(subject, hood, 0.42)}`,
    folds(subject, hood, [
      'M440 250C430 340 480 420 560 486',
      'M760 250C772 340 720 420 640 486',
      'M500 214Q600 190 700 214',
    ]),
    rounded(hood, 60),
    `<path d="M470 330C470 260 530 236 600 236C670 236 730 260 730 330C722 420 660 462 600 492C540 462 478 420 470 330Z" fill="${radial(
      sheet,
      [
        [0, darken(colour, 0.78)],
        [0.7, darken(colour, 0.56)],
        [1, darken(colour, 0.3)],
      ],
      [0.5, 0.3, 0.75],
    )}"/><path d="M520 300C540 380 570 420 600 470M680 300C664 380 632 420 600 470" fill="none" stroke="#fff" stroke-opacity="0.12" stroke-width="16" ${soft(8)}/>`,
    `<path d="M470 330C478 420 540 462 600 492C660 462 722 420 730 330" fill="none" stroke="${palette.ink}" stroke-opacity="0.5" stroke-width="18" transform="translate(0 -10)" ${soft(6)}/><path d="M470 330C478 420 540 462 600 492C660 462 722 420 730 330" fill="none" stroke="${lighten(colour, 0.16)}" stroke-width="16"/><path d="M470 330C478 420 540 462 600 492C660 462 722 420 730 330" fill="none" stroke="${thread}" stroke-opacity="0.45" stroke-width="2.600" stroke-dasharray="9 6" transform="translate(0 14)"/>`,
    `<circle cx="556" cy="472" r="8" fill="#B08E52"/><circle cx="644" cy="472" r="8" fill="#B08E52"/><path d="${cords}" fill="none" stroke="${palette.ink}" stroke-opacity="0.5" stroke-width="13" transform="translate(9 12)" ${soft(5)}/><path d="${cords}" fill="none" stroke="#E9E2D0" stroke-width="11" stroke-linecap="round"/><path d="${cords}" fill="none" stroke="#B9B09A" stroke-width="11" stroke-dasharray="2 9"/><path d="M548 668v34M656 646v34" stroke="#B08E52" stroke-width="14"/>`,
    mark(722, 640, 74, thread),
  ].join('');
}

/** A ribbed beanie with a folded brim, standing. */
export function beanie(subject: Subject, colour: string): string {
  const { sheet, random } = subject;
  const crown = 'M292 930C282 600 420 410 600 406C780 410 918 600 908 930Z';
  const brim =
    'M262 872Q600 946 938 872Q956 870 956 892L946 1120Q944 1148 914 1154Q600 1214 286 1154Q256 1148 254 1120L244 892Q244 870 262 872Z';
  const stitch = (
    columns: number,
    top: number,
    bottom: number,
    spread: (row: number) => number,
    rows: number,
    arch: number,
  ) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => {
        const share = row / rows;
        const half = spread(share);
        const turn = (column / (columns - 1)) * 2 - 1;
        const x = 600 + Math.sin((turn * Math.PI) / 2) * half;
        const y = top + (bottom - top) * share + (1 - turn * turn) * arch * (0.3 + share * 0.7);
        const tone = random.pick([
          lighten(colour, 0.5),
          lighten(colour, 0.2),
          colour,
          darken(colour, 0.1),
          lighten(colour, 0.36),
        ] as const);
        const w = Math.max(2, (Math.cos((turn * Math.PI) / 2) * half * 2.1) / columns);
        return `<path d="M${(x - w).toFixed(1)} ${y.toFixed(1)}q${(w * 0.3).toFixed(1)} 12 ${w.toFixed(1)} 18q${(w * 0.7).toFixed(1)} -6 ${w.toFixed(1)} -18" stroke="${tone}" stroke-width="${Math.min(8, w * 0.62).toFixed(1)}" fill="none"/>`;
      }).join(''),
    ).join('');
  const crownClip = clip(sheet, `<path d="${crown}"/>`);
  const brimClip = clip(sheet, `<path d="${brim}"/>`);
  const shade = linear(sheet, [
    [0, palette.ink, 0.5],
    [0.22, '#fff', 0.12],
    [0.5, '#fff', 0],
    [1, palette.ink, 0.6],
  ]);
  return [
    standingShadow(sheet, 600, 1180, 330),
    `<path d="${crown}" fill="${darken(colour, 0.35)}"/><g clip-path="${crownClip}">${stitch(46, 400, 930, (share) => 60 + 265 * Math.sqrt(Math.max(0, share * (2 - share))), 31, -4)}</g><path d="${crown}" fill="${shade}"/>`,
    `<path d="M262 880Q600 960 938 880L930 930Q600 1000 270 930Z" fill="${palette.ink}" opacity="0.4" filter="${blur(sheet, 12)}" transform="translate(0 -22)"/>`,
    `<path d="${brim}" fill="${darken(colour, 0.3)}"/><g clip-path="${brimClip}">${stitch(42, 880, 1160, () => 352, 16, 52)}</g><path d="${brim}" fill="${shade}"/>`,
    placed(
      `<rect x="-84" y="-62" width="168" height="124" rx="5" fill="${palette.ink}" opacity="0.4" transform="translate(5 7)" filter="${blur(sheet, 5)}"/><rect x="-84" y="-62" width="168" height="124" rx="5" fill="${palette.spruce700}"/>${mark(0, -12, 56, palette.cream, palette.ochre400)}${line('TWO BRANCHES', 0, 44, { cut: 'bold', size: 14.5, fill: palette.cream, tracking: 140, anchor: 'middle' })}<path d="M-84 -54v108M84 -54v108" stroke="${palette.cream}" stroke-width="3" stroke-dasharray="6 5"/>`,
      600,
      1040,
    ),
  ].join('');
}

/** A six-panel cap with a curved brim, turned a little to the left. */
export function cap(subject: Subject, colour: string, thread: string): string {
  const { sheet } = subject;
  const crown = 'M330 1010C300 740 400 548 640 540C880 534 990 720 986 1000C880 1070 480 1080 330 1010Z';
  const brim =
    'M332 1004C240 1020 130 1070 128 1128C128 1160 170 1168 222 1160C380 1130 560 1108 742 1064C660 1070 450 1066 332 1004Z';
  const crownClip = clip(sheet, `<path d="${crown}"/>`);
  const seams = [
    'M630 540C540 640 486 860 496 1054',
    'M640 540C740 640 800 860 786 1054',
    'M626 540C470 580 380 760 352 1014',
  ];
  return [
    standingShadow(sheet, 600, 1070, 370, 0.5),
    standingShadow(sheet, 400, 1140, 250, 0.5),
    `<path d="${brim}" fill="${linear(
      sheet,
      [
        [0, lighten(colour, 0.2)],
        [0.6, colour],
        [1, darken(colour, 0.4)],
      ],
      [0, 0, 0.6, 1],
    )}"/><path d="${brim}" fill="#000" filter="${grain(sheet, '0.2 0.2', 0.5, 8)}"/>`,
    `<g fill="none" stroke="${lighten(colour, 0.4)}" stroke-opacity="0.5" stroke-width="2.600" stroke-dasharray="9 6"><path d="M318 1026C240 1044 166 1084 160 1126"/><path d="M352 1036C270 1058 208 1096 200 1140"/><path d="M398 1050C320 1074 262 1104 250 1140"/></g>`,
    `<path d="${crown}" fill="${radial(
      sheet,
      [
        [0, lighten(colour, 0.34)],
        [0.45, colour],
        [1, darken(colour, 0.6)],
      ],
      [0.3, 0.25, 0.9],
    )}"/><path d="${crown}" fill="#000" filter="${grain(sheet, '0.12 0.12', 0.7, 19)}"/>`,
    `<g clip-path="${crownClip}">${seams
      .map(
        (d) =>
          `<path d="${d}" fill="none" stroke="${palette.ink}" stroke-opacity="0.55" stroke-width="5"/><path d="${d}" transform="translate(-9 0)" fill="none" stroke="${lighten(colour, 0.5)}" stroke-opacity="0.35" stroke-width="2.600" stroke-dasharray="9 6"/><path d="${d}" transform="translate(9 0)" fill="none" stroke="${lighten(colour, 0.5)}" stroke-opacity="0.35" stroke-width="2.600" stroke-dasharray="9 6"/>`,
      )
      .join(
        '',
      )}<path d="M340 988C480 1066 860 1062 986 984L986 1090H330Z" fill="${palette.ink}" opacity="0.25" filter="${blur(sheet, 8)}"/></g>`,
    `<ellipse cx="638" cy="540" rx="26" ry="13" fill="${lighten(colour, 0.15)}"/><circle cx="868" cy="742" r="9" fill="${palette.ink}" opacity="0.7"/><circle cx="868" cy="742" r="12" fill="none" stroke="${lighten(colour, 0.4)}" stroke-width="3" opacity="0.6"/>`,
    `<g transform="translate(632 800) skewY(-1)">${mark(4, 5, 176, palette.ink)}${mark(0, 0, 176, thread)}</g>`,
    `<path d="M402 700C440 620 520 572 600 564" fill="none" stroke="#fff" stroke-opacity="0.22" stroke-width="34" stroke-linecap="round" filter="${blur(sheet, 16)}"/>`,
  ].join('');
}

/** A folded square of printed cloth: the bandana's contour lines or the towel's field plan. */
export function foldedCloth(subject: Subject, kind: 'bandana' | 'towel'): string {
  const { sheet } = subject;
  const colour = kind === 'bandana' ? palette.river700 : '#FAF6EC';
  const ink = kind === 'bandana' ? '#DCE9EA' : palette.spruce700;
  const [w, h] = kind === 'bandana' ? [700, 700] : [620, 900];
  const shape = `<rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="16"/>`;
  const inside = clip(sheet, shape);
  const contours = Array.from({ length: 22 }, (_, index) => {
    const r = 40 + index * 30;
    return `<path d="M${-r} ${-r * 0.1}C${-r} ${-r * 0.9} ${-r * 0.3} ${-r * 0.8} 0 ${-r * 0.86}S${r * 1.1} ${-r * 0.7} ${r} ${r * 0.1}S${r * 0.3} ${r * 0.9} ${-r * 0.1} ${r * 0.8}S${-r} ${r * 0.6} ${-r} ${-r * 0.1}Z"/>`;
  }).join('');
  const parcels = [
    ['-250,-380 -30,-400 -50,-190 -262,-160', 12],
    ['-6,-402 250,-370 236,-250 -16,-226', -64],
    ['-18,-202 236,-226 250,-30 40,-10', 28],
    ['-262,-134 -52,-166 -70,20 -240,60', 76],
    ['-236,88 -72,48 -90,210 -200,236', -30],
    ['70,16 252,-4 240,190 110,214', 58],
  ] as const;
  const plan = parcels
    .map(([points, turn]) => {
      const edge = clip(sheet, `<polygon points="${points}"/>`);
      const furrows = Array.from(
        { length: 48 },
        (_, index) => `<path d="M-700 ${-700 + index * 29}h1400"/>`,
      ).join('');
      return `<g clip-path="${edge}"><g transform="rotate(${turn})" stroke-width="3">${furrows}</g></g><polygon points="${points}" stroke-width="6" stroke-linejoin="round"/>`;
    })
    .join('');
  const water =
    '<path d="M-330 262C-250 250 -190 290 -120 286S-20 320 6 356M330 240C260 236 220 270 150 274S40 310 6 356C0 390 30 420 20 470" stroke-width="14" stroke-linecap="round"/>';
  const barn =
    '<path d="M-34 96h68v58h-68ZM-44 98L0 62L44 98M-12 154v-30h24v30" stroke-width="5" stroke-linejoin="round"/>';
  return placed(
    [
      lyingShadow(sheet, shape, 0.9),
      `<g transform="translate(9 12)" fill="${darken(colour, 0.3)}">${shape}</g><g fill="${cloth(subject, colour)}">${shape}</g>`,
      `<g clip-path="${inside}"><g stroke="${ink}" fill="none" opacity="0.9">${kind === 'bandana' ? `<g stroke-width="4.500" transform="translate(90 60)">${contours}</g><rect x="${-w / 2 + 34}" y="${-h / 2 + 34}" width="${w - 68}" height="${h - 68}" stroke-width="7"/>` : `${plan}${water}${barn}`}</g><path d="M0 ${-h / 2}V${h / 2}" stroke="${palette.ink}" stroke-opacity="0.22" stroke-width="20" filter="${blur(sheet, 8)}"/><path d="M${-w / 2} ${h * 0.04}H${w / 2}" stroke="${palette.ink}" stroke-opacity="0.2" stroke-width="18" filter="${blur(sheet, 8)}"/><path d="M-14 ${-h / 2}V${h / 2}M${-w / 2} ${h * 0.04 - 14}H${w / 2}" stroke="#fff" stroke-opacity="0.3" stroke-width="14" filter="${blur(sheet, 6)}"/></g>`,
      weave(subject, shape, 0.6, '0.35 0.35'),
      kind === 'towel'
        ? `<path d="M${-w / 2 + 14} ${-h / 2 + 16}H${w / 2 - 14}M${-w / 2 + 14} ${h / 2 - 16}H${w / 2 - 14}" stroke="${darken(colour, 0.25)}" stroke-width="4" stroke-dasharray="14 8"/>`
        : '',
    ].join(''),
    600,
    760,
    kind === 'bandana' ? -9 : 4,
  );
}
