/** Renders a recall as a PDF: the notice's facts, then everyone who had units, with the message and the answer. */
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { openPaper } from '#platform/drawing/paper.server.ts';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import { type Cell, PAGE, PAGES, SOFT, SPRUCE } from '#platform/paper/paper.ts';
import { answerOutcome, recallName } from './recall.ts';
import { messageText, nameOfPerson } from './recall-people.ts';
import type { RecallPerson, RecallRecord } from './recalls-queries.server.ts';

const widths = { customer: 140, contact: 160, units: 45, message: 95 } as const;

/** Returns the bytes. */
export async function drawRecall(
  recall: RecallRecord,
  notice: string,
  people: readonly RecallPerson[],
  { store: { name: storeName }, zone, mark }: { store: { name: string }; zone: string; mark: string | null },
): Promise<Buffer> {
  const title = recallName(recall);
  const paper = openPaper({ title, author: storeName, at: new Date(), mark });
  paper.write(storeName, { size: 20, font: 'display', color: SPRUCE });
  paper.heading(recall.isExercise ? `${title}: an exercise, not a recall` : title, 1, {
    size: 15,
    font: 'strong',
  });
  paper.space(8);
  for (const line of notice.split('\n')) line === '' ? paper.space(6) : paper.write(line);
  paper.space(14);
  const answer = paper.width - widths.customer - widths.contact - widths.units - widths.message;
  const row = (
    cells: readonly [string, string, string, string, string],
    look: Omit<Cell, 'text' | 'width'>,
    write = paper.row,
  ) => {
    const [customer, contact, units, message, answered] = cells;
    write([
      { ...look, text: customer, width: widths.customer },
      { ...look, text: contact, width: widths.contact },
      { ...look, text: units, width: widths.units },
      { ...look, text: message, width: widths.message },
      { ...look, text: answered, width: answer },
    ]);
  };
  row(['Customer', 'Email and phone', 'Units', 'Message', 'Answer'], { size: 9, color: SOFT }, paper.head);
  paper.rule();
  for (const person of people) {
    const { units, returned } = person;
    row(
      [
        nameOfPerson(person),
        [person.email, person.phone].filter(Boolean).join('\n'),
        returned > 0 ? `${units}, ${returned} back` : String(units),
        messageOf(person, zone),
        person.answer ? answerOutcome[person.answer] : 'None',
      ],
      { size: 8.5 },
    );
  }
  return paper.finish([
    [
      { text: storeName, width: paper.width - 180, size: 8, color: SOFT },
      { text: `${title}, page ${PAGE} of ${PAGES}`, width: 180, size: 8, color: SOFT, align: 'right' },
    ],
  ]);
}

function messageOf(person: RecallPerson, zone: string): string {
  const at = (date: Date | null) => date && formatDateTime(instantOf(date), zone);
  const { sentAt, openedAt } = person;
  return [messageText(person, mailLeavesTheHouse()), at(sentAt), openedAt && `Read ${at(openedAt)}`]
    .filter(Boolean)
    .join('\n');
}
