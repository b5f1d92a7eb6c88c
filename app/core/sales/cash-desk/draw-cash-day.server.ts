/** Writes the report of a day's cash on paper. */
import { cents, formatCents } from '#kernel/money.ts';
import { openPaper } from '#platform/drawing/paper.server.ts';
import { type Cell, PAGE, PAGES, SOFT, SPRUCE } from '#platform/paper/paper.ts';
import {
  type CashDay,
  carriedOutOf,
  cashDayLabel,
  isRounded,
  openDrawersOf,
  takenOn,
  totalsOf,
} from './cash-day.ts';
import { movedLabels, personLabel, refusedNote } from './cash-day-rows.ts';
import { CASH_ROUNDING } from './cash-rounding.ts';
import { chargeWords } from './charge.ts';
import { drawerName, entryLabel, varianceWords } from './drawer.ts';

const money = (amount: number) => formatCents(cents(amount));

type Sheet = {
  paper: ReturnType<typeof openPaper>;
  report: CashDay;
  heading: (text: string) => void;
  table: (
    widths: readonly number[],
    look?: Pick<Cell, 'font'> & { isHead?: true },
  ) => (texts: readonly string[], firstRight?: number) => void;
};

/** A label and its amount. */
const PAIR = [260, 110] as const;

/** @param status who printed it and when */
export function drawCashDay(
  report: CashDay,
  { store, status, at, mark }: { store: string; status: string; at: Date; mark: string | null },
): Promise<Buffer> {
  const title = `Cash, ${cashDayLabel(report.day)}`;
  const paper = openPaper({ title, author: store, at, mark });
  const table: Sheet['table'] =
    (widths, look = {}) =>
    (texts, firstRight = 1) =>
      paper[look.isHead ? 'head' : 'row'](
        texts.map((text, index) => ({
          ...{ size: 9, text, width: widths[index] ?? 60, font: look.font },
          ...(look.isHead ? { color: SOFT } : {}),
          align: index < firstRight ? ('left' as const) : ('right' as const),
        })),
      );
  const heading = (text: string) => {
    paper.space(12);
    paper.room(60);
    paper.heading(text, 2, { size: 13, font: 'display', color: SPRUCE });
  };
  paper.write(store, { size: 20, font: 'display', color: SPRUCE });
  paper.heading(title, 1, { size: 14, font: 'strong' });
  paper.write(status, { color: SOFT });
  const sheet = { paper, report, heading, table };
  drawDay(sheet);
  drawRefused(sheet);
  drawCharges(sheet);
  for (const drawer of report.drawers) drawDrawer(sheet, drawer);
  drawPeople(sheet);
  drawEntries(sheet);
  return paper.finish([
    [
      { text: `${store} · ${title}`, width: 380, size: 8, color: SOFT },
      { text: `Page ${PAGE} of ${PAGES}`, width: paper.width - 380, size: 8, color: SOFT, align: 'right' },
    ],
  ]);
}

function drawDay({ paper, report, heading, table }: Sheet): void {
  const totals = totalsOf(report);
  const { taken, returned, rounding, cash } = takenOn(report);
  const pair = table(PAIR);
  const strongPair = table(PAIR, { font: 'strong' });
  heading('The day');
  pair(['Cash taken', money(taken)]);
  pair(['Cash returned', money(returned)]);
  if (isRounded(report)) pair([CASH_ROUNDING, money(rounding)]);
  strongPair(['Cash of the day, as on the receipts', money(cash)]);
  paper.rule();
  if (totals.carriedIn !== 0) pair(['Carried in from the day before', money(totals.carriedIn)]);
  for (const [name, label] of movedLabels(report)) pair([`${label} in drawers`, money(totals[name])]);
  if (totals.carriedOut !== 0) pair(['Still in drawer, not counted', money(totals.carriedOut)]);
  const open = openDrawersOf(report);
  if (!open?.isUncounted) {
    pair(['Expected at the closings', money(totals.expected)]);
    pair(['Counted', money(totals.counted)]);
    strongPair(['Over or short', varianceWords(totals.variance)]);
  }
  if (open) paper.write(open.words, { size: 9, color: SOFT });
  if (report.outside.sales !== 0 || report.outside.refunds !== 0)
    paper.write(
      `Outside a drawer: ${money(report.outside.sales)} taken, ${money(report.outside.refunds)} returned.`,
      { size: 9, color: SOFT },
    );
}

function drawRefused({ paper, report, heading }: Sheet): void {
  if (report.refused.length === 0) return;
  heading('Hand-overs that were not accepted: their cash is not counted');
  for (const refused of report.refused) {
    const cash = refused.cash === null ? 'cash unknown' : money(refused.cash);
    paper.write(`${refused.number}, ${refused.by}, ${cash}. ${refusedNote(refused)}`, { size: 9 });
  }
}

function drawCharges({ paper, report, heading }: Sheet): void {
  if (report.charges.length === 0) return;
  heading('In charge of the store');
  for (const charge of report.charges) paper.write(chargeWords(charge), { size: 9 });
}

function drawDrawer({ paper, report, heading, table }: Sheet, drawer: CashDay['drawers'][number]): void {
  const pair = table(PAIR);
  const strongPair = table(PAIR, { font: 'strong' });
  heading(`${drawerName(drawer.number)}: ${drawer.holder}`);
  paper.write(`Opened ${drawer.opened}`, { size: 9, color: SOFT });
  if (drawer.carriedIn !== 0) pair(['Carried in from the day before', money(drawer.carriedIn)]);
  for (const [name, label] of movedLabels(report)) pair([label, money(drawer[name])]);
  const { closing } = drawer;
  if (!closing) {
    strongPair(['Still in drawer, not counted', money(carriedOutOf(drawer))]);
    return;
  }
  pair(['Expected', money(closing.expected)]);
  pair(['Counted', money(closing.counted)]);
  strongPair(['Over or short', varianceWords(closing.counted - closing.expected)]);
  const taken = closing.next ? `, handed over to ${closing.next}` : '';
  paper.write(`Closed ${closing.at} by ${closing.by}${taken}`, { size: 9, color: SOFT });
  if (closing.note) paper.write(`Note: ${closing.note}`, { size: 9 });
}

function drawPeople({ report, heading, table }: Sheet): void {
  if (report.people.length === 0) return;
  const rounded = isRounded(report);
  heading('By person');
  const widths = rounded ? [130, 60, 80, 60, 80, 70] : [190, 60, 80, 60, 80];
  table(widths, { isHead: true })([
    ...['', 'Payments', 'Taken', 'Refunds', 'Returned'],
    ...(rounded ? ['Rounding'] : []),
  ]);
  for (const each of report.people)
    table(widths)([
      personLabel(each.person),
      ...[String(each.payments), money(each.taken), String(each.refunds), money(each.returned)],
      ...(rounded ? [money(each.rounding)] : []),
    ]);
}

function drawEntries({ report, heading, table }: Sheet): void {
  if (report.entries.length === 0) return;
  heading('Drops, pay-outs and pay-ins');
  const widths = [70, 60, 130, 150, 80];
  for (const { at, drawer, kind, isReversal, amount, reason, by } of report.entries)
    table(widths)(
      [
        ...[at, drawerName(drawer), `${isReversal ? 'Reversed: ' : ''}${entryLabel[kind]}`],
        ...[reason ? `${reason} (${by})` : by, money(amount)],
      ],
      4,
    );
}
