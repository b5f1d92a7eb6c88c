/**
 * Reads the bytes of a receipt printer as the printer would, by the makers' command lists, and draws the paper as text:
 * lines as they stand on the roll, '**' around bold, '[[' around large, '<qr TEXT>', '<picture WxH>', '<cut>'. It knows
 * nothing of our encoder, and throws at bytes that are no command.
 */
const decoder = new TextDecoder('windows-1252');

type Paper = {
  out: string[];
  line: string;
  align: number;
  bold: boolean;
  large: boolean;
  qr: string;
  isPicture: boolean;
};
/** How many bytes a command takes after its name, and what it does. */
type Command = { name: readonly number[]; run: (bytes: Uint8Array, at: number, paper: Paper) => number };

const LETTERS = { 80: 48, 58: 32 } as const;

const fixed = (
  name: readonly number[],
  size: number,
  run: (paper: Paper, args: Uint8Array) => void = () => {},
): Command => ({
  name,
  run: (bytes, at, paper) => {
    if (at + size > bytes.length) throw new Error('the bytes end within a command');
    run(paper, bytes.subarray(at, at + size));
    return at + size;
  },
});

const word = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
const code = (bytes: Uint8Array) => decoder.decode(bytes);

/** Epson: ESC/POS command reference. */
const escpos: Command[] = [
  fixed([0x1b, 0x40], 0),
  fixed([0x1b, 0x74], 1, (_, [page]) => expectPage(page, 16)),
  fixed([0x1b, 0x61], 1, (paper, [n]) => {
    paper.align = n ?? 0;
  }),
  fixed([0x1b, 0x45], 1, (paper, [n]) => {
    paper.bold = n === 1;
  }),
  fixed([0x1d, 0x21], 1, (paper, [n]) => {
    paper.large = n === 0x11;
  }),
  fixed([0x1d, 0x56], 2, (paper) => void paper.out.push('<cut>')),
  {
    name: [0x1d, 0x76, 0x30],
    run: (bytes, at, paper) => {
      const [width, height] = [word(bytes, at + 1), word(bytes, at + 3)];
      paper.out.push(`<picture ${width * 8}x${height}>`);
      return at + 5 + width * height;
    },
  },
  {
    name: [0x1d, 0x28, 0x6b],
    run: (bytes, at, paper) => {
      const [size, what] = [word(bytes, at), bytes[at + 3]];
      const rest = bytes.subarray(at + 5, at + 2 + size);
      if (what === 0x50) paper.qr = code(rest);
      if (what === 0x51) paper.out.push(`<qr ${paper.qr}>`);
      return at + 2 + size;
    },
  },
];

/** Star: StarPRNT and Line Mode command specifications. */
const starprnt: Command[] = [
  fixed([0x1b, 0x40], 0),
  fixed([0x1b, 0x30], 0),
  fixed([0x1b, 0x7a], 1),
  fixed([0x1b, 0x1d, 0x74], 1, (_, [page]) => expectPage(page, 32)),
  fixed([0x1b, 0x1d, 0x61], 1, (paper, [n]) => {
    paper.align = n ?? 0;
  }),
  fixed([0x1b, 0x45], 0, (paper) => {
    paper.bold = true;
  }),
  fixed([0x1b, 0x46], 0, (paper) => {
    paper.bold = false;
  }),
  fixed([0x1b, 0x69], 2, (paper, [n]) => {
    paper.large = n === 1;
  }),
  fixed([0x1b, 0x64], 1, (paper) => void paper.out.push('<cut>')),
  {
    name: [0x1b, 0x58],
    run: (bytes, at, paper) => {
      const width = word(bytes, at);
      paper.out.push(`<picture ${width}x24>`);
      paper.isPicture = true;
      return at + 2 + width * 3;
    },
  },
  {
    name: [0x1b, 0x1d, 0x79],
    run: (bytes, at, paper) => {
      if (bytes[at] === 0x53) return at + 3;
      if (bytes[at] === 0x50) {
        paper.out.push(`<qr ${paper.qr}>`);
        return at + 1;
      }
      const size = word(bytes, at + 3);
      paper.qr = code(bytes.subarray(at + 5, at + 5 + size));
      return at + 5 + size;
    },
  },
];

function expectPage(page: number | undefined, wanted: number): void {
  if (page !== wanted) throw new Error(`the code page is ${page}`);
}

export function readRoll(bytes: Uint8Array, maker: 'star' | 'epson', width: 80 | 58): string[] {
  const commands = maker === 'star' ? starprnt : escpos;
  const paper: Paper = { out: [], line: '', align: 0, bold: false, large: false, qr: '', isPicture: false };
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a) {
      at += 1;
      // The feed of a band of a picture.
      if (!paper.isPicture) paper.out.push(drawn(paper, LETTERS[width]));
      paper.line = '';
      paper.isPicture = false;
    } else if (byte === 0x1b || byte === 0x1d) {
      const found = commands.find(({ name }) => name.every((each, index) => bytes[at + index] === each));
      if (!found)
        throw new Error(`no command begins with ${Buffer.from(bytes.subarray(at, at + 4)).toString('hex')}`);
      at = found.run(bytes, at + found.name.length, paper);
    } else {
      if (byte < 0x20) throw new Error(`a control byte ${byte} among letters`);
      paper.line += code(bytes.subarray(at, at + 1));
      at += 1;
    }
  }
  return paper.out;
}

function drawn({ line, align, bold, large }: Paper, letters: number): string {
  const room = large ? letters / 2 : letters;
  if (line.length > room) throw new Error(`a line of ${line.length} letters: ${line}`);
  const placed = align === 1 ? ' '.repeat(Math.floor((room - line.length) / 2)) + line : line;
  const sized = large ? `[[${placed}]]` : placed;
  return bold ? `**${sized}**` : sized;
}
