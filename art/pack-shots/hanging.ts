import { lyingShadow } from '../ground.ts';
import { mark } from '../mark.ts';
import { darken, lighten, palette } from '../palette.ts';
import { blur, clip, grain, linear, radial } from '../sheet.ts';
import { line } from '../text.ts';
import type { Subject } from './subject.ts';

/** The same half of a garment on both sides: written for the left, mirrored about 600. */
const bothSides = (half: string) => `${half}<g transform="translate(1200 0) scale(-1 1)">${half}</g>`;

/** A wooden hanger on its peg, its arms at the height of a garment's shoulders. */
function hanger({ sheet }: Subject): string {
  const wood = '#B98A57';
  const arms =
    'M600 262C560 262 530 276 500 292L318 372C296 382 300 404 322 400L600 330L878 400C900 404 904 382 882 372L700 292C670 276 640 262 600 262Z';
  const hook = 'M600 268V214C600 190 634 186 634 156C634 128 590 122 580 150';
  return [
    `<circle cx="604" cy="126" r="25" fill="${palette.ink}" opacity="0.35" transform="translate(16 20)" filter="${blur(sheet, 10)}"/>`,
    `<path d="${hook}" fill="none" stroke="${palette.ink}" stroke-opacity="0.3" stroke-width="10" transform="translate(14 18)" filter="${blur(sheet, 6)}"/>`,
    `<circle cx="604" cy="126" r="24" fill="${radial(sheet, [
      [0, lighten(wood, 0.4)],
      [0.7, wood],
      [1, darken(wood, 0.4)],
    ])}"/>`,
    `<path d="${hook}" fill="none" stroke="#6F7674" stroke-width="11" stroke-linecap="round"/><path d="${hook}" fill="none" stroke="#D5DAD7" stroke-width="3.5" stroke-linecap="round" transform="translate(-2 -2)"/>`,
    `<path d="${arms}" fill="${linear(sheet, [
      [0, lighten(wood, 0.25)],
      [0.5, wood],
      [1, darken(wood, 0.3)],
    ])}"/><path d="${arms}" fill="#000" filter="${grain(sheet, '0.006 0.16', 0.7, 5)}"/>`,
  ].join('');
}

/** Soft folds that hang from where a cloth is held; each a long blade, dark beside light. */
function drape({ sheet }: Subject, blades: readonly string[], colour: string, softness: number): string {
  const soft = blur(sheet, softness);
  return blades
    .map(
      (d) =>
        `<path d="${d}" fill="${darken(colour, 0.75)}" opacity="0.3" filter="${soft}"/><path d="${d}" transform="translate(-26 -4)" fill="${lighten(colour, 0.5)}" opacity="0.3" filter="${soft}"/>`,
    )
    .join('');
}

const lit = ({ sheet }: Subject, colour: string) =>
  linear(
    sheet,
    [
      [0, lighten(colour, 0.2)],
      [0.42, colour],
      [1, darken(colour, 0.3)],
    ],
    [0, 0, 1, 0.55],
  );

const stitches = (d: string, thread: string, opacity = 0.6) =>
  `<path d="${d}" fill="none" stroke="${thread}" stroke-opacity="${opacity}" stroke-width="2.6" stroke-dasharray="9 6"/>`;

/** A tee on its hanger: shoulders held, the rest falling. */
export function hungTee(subject: Subject, colour: string, thread: string): string {
  const { sheet } = subject;
  const body =
    'M500 292C450 316 380 338 318 364C264 392 214 486 146 640Q138 658 156 666L262 714Q280 722 290 704L360 578C370 780 360 1010 340 1222Q338 1242 358 1244C440 1256 520 1236 600 1250S770 1238 842 1248Q862 1250 860 1228C842 1010 832 780 840 578L910 704Q920 722 938 714L1044 666Q1062 658 1054 640C986 486 936 392 882 364C820 338 750 316 700 292C690 384 510 384 500 292Z';
  const outline = `<path d="${body}"/>`;
  const back = 'M500 292C540 310 660 310 700 292C694 352 650 372 600 372S506 352 500 292Z';
  const collar = 'M500 292C510 384 690 384 700 292';
  const sleeve =
    'M318 364C330 430 344 500 360 578L290 704Q280 722 262 714L156 666Q138 658 146 640C214 486 264 392 318 364Z';
  return [
    lyingShadow(sheet, outline, 1.25),
    hanger(subject),
    `<path d="${back}" fill="${darken(colour, 0.45)}"/><path d="M556 306h88v34q-44 10 -88 0Z" fill="${palette.paper}" opacity="0.92"/>${mark(600, 322, 24, palette.ink)}`,
    `<path d="${body}" fill="${lit(subject, colour)}"/>`,
    `<g clip-path="${clip(sheet, outline)}">`,
    drape(
      subject,
      [
        'M420 470C404 760 436 1000 398 1260L470 1260C486 1000 448 760 424 470Z',
        'M560 560C552 800 582 1010 566 1260L622 1260C636 1010 584 800 564 560Z',
        'M764 470C792 760 740 1000 786 1260L852 1260C816 1000 806 760 768 470Z',
        'M690 700C702 900 676 1080 700 1260L732 1260C716 1080 716 900 694 700Z',
        'M362 590C420 640 470 700 500 800C450 720 400 660 356 640Z',
        'M838 590C790 640 740 700 714 800C756 720 800 660 846 640Z',
      ],
      colour,
      14,
    ),
    bothSides(
      `<path d="${sleeve}" fill="${palette.ink}" opacity="0.12"/><path d="M316 372C330 440 346 510 360 580" fill="none" stroke="${palette.ink}" stroke-opacity="0.4" stroke-width="22" transform="translate(14 0)" filter="${blur(sheet, 9)}"/><path d="M210 540C250 580 290 620 330 640C280 630 230 600 190 580Z" fill="${palette.ink}" opacity="0.22" filter="${blur(sheet, 9)}"/>`,
    ),
    `<path d="M146 640C214 486 264 392 318 364L500 292" fill="none" stroke="#fff" stroke-opacity="0.28" stroke-width="20" filter="${blur(sheet, 8)}"/>`,
    `<path d="M330 1228C440 1240 520 1220 600 1234S770 1222 866 1232" fill="none" stroke="${palette.ink}" stroke-opacity="0.25" stroke-width="26" transform="translate(0 16)" filter="${blur(sheet, 7)}"/>`,
    '</g>',
    `<g fill="#000" filter="${grain(sheet, '0.55 0.5', 0.4, 17)}">${outline}</g>`,
    bothSides(
      `<path d="M318 364C332 430 346 504 360 578" fill="none" stroke="${darken(colour, 0.5)}" stroke-opacity="0.5" stroke-width="3"/>${stitches('M164 650L270 698', darken(colour, 0.5), 0.55)}${stitches('M158 662L264 710', darken(colour, 0.5), 0.4)}`,
    ),
    stitches('M342 1212C440 1226 520 1206 600 1220S770 1208 858 1218', darken(colour, 0.5), 0.55),
    `<path d="${collar}" fill="none" stroke="${darken(colour, 0.3)}" stroke-width="30"/><path d="${collar}" fill="none" stroke="${lighten(colour, 0.1)}" stroke-width="24"/>${stitches('M480 304C494 410 706 410 720 304', darken(colour, 0.5), 0.5)}`,
    `${mark(712, 540, 84, thread)}${line('TWO BRANCHES', 712, 604, { cut: 'bold', size: 15.5, fill: thread, tracking: 180, anchor: 'middle' })}`,
  ].join('');
}

/** A canvas coat on its hanger, buttoned, its sleeves hanging. */
export function hungCoat(subject: Subject, colour: string, thread: string): string {
  const { sheet } = subject;
  const sleeve =
    'M330 362C280 388 258 450 244 560C226 700 214 860 206 1012Q204 1034 226 1040L318 1054Q340 1056 342 1034C350 880 366 720 388 588Z';
  const body =
    'M500 290C440 314 384 336 330 362C356 430 374 500 378 588C384 800 368 1010 356 1206Q354 1228 376 1230C450 1240 520 1232 600 1236S760 1240 826 1230Q846 1228 844 1206C832 1010 816 800 822 588C826 500 844 430 870 362C816 336 760 314 700 290L600 420Z';
  const bodyShape = `<path d="${body}"/>`;
  const sleeves = bothSides(`<path d="${sleeve}"/>`);
  const canvas = (shape: string) =>
    `<g fill="#000" filter="${grain(sheet, '0.3 0.3', 0.6, 17)}">${shape}</g>`;
  const seam = (d: string) =>
    `<path d="${d}" fill="none" stroke="${darken(colour, 0.6)}" stroke-opacity="0.6" stroke-width="3.5"/>`;
  const pocket = (x: number, y: number, w: number, h: number) => {
    const d = `M${x} ${y}h${w}v${h - 26}q0 26 -26 26h${-(w - 52)}q-26 0 -26 -26Z`;
    return `<path d="${d}" fill="${palette.ink}" opacity="0.3" transform="translate(6 9)" filter="${blur(sheet, 6)}"/><path d="${d}" fill="${lit(subject, lighten(colour, 0.05))}"/>${canvas(`<path d="${d}"/>`)}<path d="M${x} ${y}h${w}v30h${-w}Z" fill="#fff" opacity="0.1"/>${seam(d)}${stitches(`M${x + 9} ${y + 32}h${w - 18}M${x + 9} ${y + 10}v${h - 40}q0 20 20 20h${w - 58}q20 0 20 -20v${-(h - 40)}`, thread, 0.75)}`;
  };
  const lapel = (d: string, tone: string) =>
    `<path d="${d}" fill="${palette.ink}" opacity="0.4" transform="translate(8 14)" filter="${blur(sheet, 9)}"/><path d="${d}" fill="${tone}"/>${canvas(`<path d="${d}"/>`)}${seam(d)}`;
  const buttons = [520, 680, 840, 1000, 1140]
    .map(
      (y) =>
        `<circle cx="608" cy="${y + 6}" r="19" fill="${palette.ink}" opacity="0.45" filter="${blur(sheet, 4)}"/><circle cx="604" cy="${y}" r="18" fill="${radial(
          sheet,
          [
            [0, '#9B7B58'],
            [0.7, '#5C4028'],
            [1, '#38261A'],
          ],
        )}"/><path d="M599 ${y - 4}h0M609 ${y - 4}h0M599 ${y + 5}h0M609 ${y + 5}h0" stroke="#1d130b" stroke-width="4.5" stroke-linecap="round"/>`,
    )
    .join('');
  return [
    lyingShadow(sheet, sleeves + bodyShape, 1.3),
    hanger(subject),
    `<path d="M500 290C540 312 660 312 700 290L640 420H560Z" fill="${darken(colour, 0.62)}"/><path d="M560 306h80v30q-40 8 -80 0Z" fill="${palette.paper}" opacity="0.9"/>${mark(600, 320, 22, palette.ink)}`,
    `<g fill="${lit(subject, darken(colour, 0.06))}">${sleeves}</g>`,
    bothSides(
      `<g clip-path="${clip(sheet, `<path d="${sleeve}"/>`)}">${drape(subject, ['M300 470C280 640 300 820 262 1060L300 1060C330 820 312 640 306 470Z', 'M262 760C290 780 320 800 366 800C320 830 280 820 240 800Z', 'M250 900C280 920 310 930 352 926C310 956 270 946 232 930Z'], colour, 10)}</g>${seam('M208 1004L344 1022')}${stitches('M210 992L344 1010', thread, 0.7)}`,
    ),
    canvas(sleeves),
    `<path d="${body}" fill="${palette.ink}" opacity="0.45" transform="translate(-8 8)" filter="${blur(sheet, 12)}"/><path d="${body}" transform="translate(0 0)" fill="${lit(subject, colour)}"/>`,
    `<g clip-path="${clip(sheet, bodyShape)}">${drape(subject, ['M430 500C410 760 446 1000 404 1240L474 1240C500 1000 452 760 436 500Z', 'M770 500C794 760 748 1000 792 1240L840 1240C816 1000 806 760 774 500Z', 'M380 600C430 640 470 690 500 780C450 720 410 670 374 650Z', 'M820 600C772 640 736 690 712 780C756 720 792 670 828 650Z'], colour, 15)}<path d="M340 1214C450 1226 520 1218 600 1222S760 1226 860 1214" fill="none" stroke="${palette.ink}" stroke-opacity="0.3" stroke-width="28" transform="translate(0 18)" filter="${blur(sheet, 7)}"/></g>`,
    canvas(bodyShape),
    bothSides(
      `${seam('M330 362C356 430 374 500 378 588')}${stitches('M342 358C368 428 386 500 390 588', thread, 0.55)}`,
    ),
    stitches('M358 1206C450 1218 520 1210 600 1214S760 1218 842 1206', thread, 0.6),
    seam('M622 420V1236'),
    stitches('M578 430V1232', thread, 0.7),
    lapel('M500 290C530 330 566 384 600 424L540 470L438 366C440 346 464 310 500 290Z', lighten(colour, 0.1)),
    lapel('M700 290C670 330 634 384 600 424L660 470L762 366C760 346 736 310 700 290Z', colour),
    stitches('M452 372L541 456L586 426M748 372L659 456L614 426', thread, 0.6),
    pocket(664, 560, 140, 160),
    pocket(652, 870, 166, 220),
    pocket(382, 870, 166, 220),
    mark(734, 650, 58, thread),
    buttons,
  ].join('');
}
