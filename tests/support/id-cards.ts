/** Builds the text of ID barcodes as issuers write it, for any version and issuer. No card here is a real person's. */
import { acceptedIssuers } from '#core/sales/orders/id-card/issuers.ts';

export type CardPlan = {
  version: number;
  /** Six digits. */
  issuer: string;
  type: 'DL' | 'ID' | 'EN';
  /** yyyy-mm-dd; the builder writes it in the style of the version and the issuer's country. */
  birthDate: string;
  expiresOn: string;
  /** Replaces elements, removes those that are null, adds others. */
  elements: Readonly<Record<string, string | null>>;
  /** Elements at the end, in this order, even if the card has them already. */
  more: readonly (readonly [id: string, value: string])[];
  /** The issuer's own subfile. */
  own: boolean;
  /** Dates with the year or the month in front, whatever the standard says. */
  dates?: 'month-first' | 'year-first';
  /** Whether the type is repeated before the first element. */
  repeatsType: boolean;
  /** Some issuers end the last element with a line feed. */
  endsLastLine: boolean;
};

const plain: CardPlan = {
  version: 10,
  issuer: '636001',
  type: 'DL',
  birthDate: '1990-05-14',
  expiresOn: '2030-05-14',
  elements: {},
  more: [],
  own: true,
  repeatsType: true,
  endsLastLine: false,
};

/** The country and code of an issuer; New York's for numbers that no issuer has. */
export const issuerByNumber = (number: string) =>
  acceptedIssuers.find((issuer) => issuer.number === number) ?? {
    code: 'NY',
    country: 'US' as const,
    name: 'New York',
  };

export function orderOf(plan: Pick<CardPlan, 'version' | 'issuer' | 'dates'>): 'month-first' | 'year-first' {
  if (plan.dates) return plan.dates;
  if (plan.version === 1) return 'year-first';
  if (plan.version === 2) return 'month-first';
  return issuerByNumber(plan.issuer).country === 'CA' ? 'year-first' : 'month-first';
}

/** yyyy-mm-dd as eight digits. */
export function eightDigits(date: string, order: 'month-first' | 'year-first'): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return order === 'year-first' ? year + month + day : month + day + year;
}

function elementsOf(plan: CardPlan): (readonly [string, string])[] {
  const { code, country } = issuerByNumber(plan.issuer);
  const order = orderOf(plan);
  const date = (text: string) => eightDigits(text, order);
  const name: (readonly [string, string])[] =
    plan.version === 1
      ? [['DAA', 'HALE,WREN,ROBIN']]
      : plan.version < 4
        ? [
            ['DCS', 'HALE'],
            ['DCT', 'WREN ROBIN'],
          ]
        : [
            ['DCS', 'HALE'],
            ['DDE', 'N'],
            ['DAC', 'WREN'],
            ['DDF', 'N'],
            ['DAD', 'ROBIN'],
            ['DDG', 'N'],
          ];
  const all: (readonly [string, string])[] = [
    ['DAQ', '123456789'],
    ...name,
    ['DCA', 'D'],
    ['DCB', 'NONE'],
    ['DCD', 'NONE'],
    ['DBD', date('2022-05-02')],
    ['DBB', date(plan.birthDate)],
    ['DBA', date(plan.expiresOn)],
    ['DBC', '2'],
    ['DAU', country === 'CA' ? '170 CM' : '066 IN'],
    ['DAY', 'BRO'],
    ['DAG', '12 ORCHARD ROAD'],
    ['DAI', 'HANCOCK'],
    ['DAJ', code],
    ['DAK', country === 'CA' ? 'K1A 0B1    ' : '137830000  '],
    ...(plan.version === 1
      ? []
      : ([
          ['DCF', 'X1029384756'],
          ['DCG', country === 'CA' ? 'CAN' : 'USA'],
          ['DCK', '0123456789'],
          ['DDB', date('2018-06-06')],
        ] as const)),
  ];
  const added = Object.keys(plan.elements).filter((id) => !all.some(([each]) => each === id));
  return [...all, ...added.map((id) => [id, ''] as const)]
    .map(([id, value]) => [id, id in plan.elements ? plan.elements[id] : value] as const)
    .filter((each): each is readonly [string, string] => typeof each[1] === 'string')
    .concat(plan.more);
}

/** The barcode's text: '@', LF, RS, CR, the header with true offsets and lengths, and the subfiles. */
export function cardText(changes: Partial<CardPlan> = {}): string {
  const plan = { ...plain, ...changes };
  const { code } = issuerByNumber(plan.issuer);
  const lines = elementsOf(plan).map(([id, value]) => id + value);
  const license = `${plan.repeatsType ? plan.type : ''}${lines.join('\n')}${plan.endsLastLine ? '\n' : ''}\r`;
  const ownType = `Z${code[0]}`;
  const own = `${ownType}${ownType}A12\n${ownType}BNONE\r`;
  const version = String(plan.version).padStart(2, '0');
  const start = `@\n\x1e\rANSI ${plan.issuer}${version}${plan.version === 1 ? '' : '00'}${plan.own ? '02' : '01'}`;
  const parts = plan.own ? [license, own] : [license];
  let at = start.length + parts.length * 10;
  const designators = parts.map((part, index) => {
    const length = new TextEncoder().encode(part).length;
    const designator = `${index === 0 ? plan.type : ownType}${pad(at)}${pad(length)}`;
    at += length;
    return designator;
  });
  return start + designators.join('') + parts.join('');
}

const pad = (number: number) => String(number).padStart(4, '0');
