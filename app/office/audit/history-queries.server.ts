/** Reads audit entries in words, with links to what they are about: for the log and for every History. */

import { outageName } from '#core/goods/stock/outage/outage.ts';
import { wasteName } from '#core/goods/stock/waste/waste.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import type { AuditChange, AuditSubject, AuditValue } from '#core/ground/audit/audit.ts';
import { auditFields, auditThings } from '#core/ground/audit/audit-fields.ts';
import { subjectLabel } from '#core/ground/audit/audit-list.ts';
import { type AuditLine, readHistory as readEntries } from '#core/ground/audit/audit-queries.server.ts';
import {
  actionWords,
  type ChangeWords,
  changeWords,
  labelsOf,
  type Piece,
} from '#core/ground/audit/audit-words.ts';
import { adminScreens } from '#office/kit/admin-screens.ts';
import { settingsScreens } from '#office/kit/settings-screens.ts';
import { auditLabels } from './audit-labels.ts';
import { readThings, type Thing, type Things } from './audit-things-queries.server.ts';

/** An entry as people read it. */
export type WordedLine = Pick<AuditLine, 'id' | 'at' | 'who' | 'email' | 'reason'> & {
  what: string;
  /** 'Batch BVK-2604', 'Setting: Pickup hours'. */
  about: Piece;
  changes: ChangeWords[];
};

/** Staff actions on one thing, newest first. Empty for people who may not enter the back office. */
export async function readHistory(
  actor: Actor,
  subject: AuditSubject,
  subjectId: string,
  zone: string,
): Promise<WordedLine[]> {
  return inWords(await readEntries(actor, subject, subjectId, zone));
}

/** The entries in words. Reads the names of everything they mention, one query for each kind of thing. */
export async function inWords(lines: readonly AuditLine[]): Promise<WordedLine[]> {
  const things = await readThings(lines.flatMap(mentioned));
  return lines.map((line) => {
    const { id, at, who, email, reason } = line;
    const labels = labelsOf(auditLabels, line);
    return {
      id,
      at,
      who,
      email,
      reason,
      what: actionWords(line.action),
      about: aboutOf(line, things),
      changes: line.changes.toSorted(inOrder).map((change) => changeWords(change, labels, things)),
    };
  });
}

/** As the table lists them: the database sorts a value's fields by their length. */
const order = new Map(Object.keys(auditFields).map((field, at) => [field, at]));
const inOrder = (one: AuditChange, other: AuditChange) =>
  (order.get(one.field) ?? order.size) - (order.get(other.field) ?? order.size);

const ofSubject: Readonly<Partial<Record<string, Thing>>> = {
  order: 'order',
  reservation: 'reservation',
  product: 'product',
  category: 'category',
  lot: 'lot',
  customer: 'person',
  user: 'person',
  mail: 'mail',
  promotion: 'promotion',
  recall: 'recall',
  closure: 'closure',
  offer: 'offer',
  count: 'count',
  drawer: 'drawer',
};

function mentioned(line: AuditLine): (readonly [Thing, string])[] {
  const subject = ofSubject[line.subject];
  return [
    ...(subject ? [[subject, line.subjectId] as const] : []),
    ...line.changes.flatMap((change) => {
      const thing = thingOf(change);
      return thing ? [...idsIn(change.before), ...idsIn(change.after)].map((id) => [thing, id] as const) : [];
    }),
  ];
}

function thingOf({ field }: AuditChange): Thing | undefined {
  const row = Object.hasOwn(auditFields, field) ? auditFields[field as keyof typeof auditFields] : null;
  return auditThings.find((thing) => row !== null && typeof row !== 'string' && row.kind === thing);
}

function idsIn(value: AuditValue): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** What an entry is about. The words stay where the thing itself is gone. */
function aboutOf(line: AuditLine, things: Things): Piece {
  const { subject, subjectId } = line;
  if (subject === 'setting') return settingOf(line);
  if (subject === 'store') return screenOf(subjectId);
  if (subject === 'waste') return { text: wasteName(Number(subjectId)), to: `/admin/waste/${subjectId}` };
  if (subject === 'state-act')
    return { text: `Report ${subjectId}`, to: `/admin/state-tracking/acts/${subjectId}` };
  if (subject === 'outage') return { text: outageName(Number(subjectId)), to: `/admin/outages/${subjectId}` };
  const label = subjectLabel[subject as AuditSubject] ?? subject;
  const thing = ofSubject[subject];
  const named = thing ? things(thing, subjectId) : null;
  if (!named) return { text: label };
  // A batch, a recall and a closure say themselves what they are.
  return ['lot', 'recall', 'closure'].includes(subject)
    ? named
    : { ...named, text: `${label} ${named.text}` };
}

/** Settings whose ids are a kind and a name, 'page-text:faq'. */
const settingKinds: Readonly<Record<string, { label: string; at: string; hasPages: boolean }>> = {
  date: { label: 'Date', at: 'dates', hasPages: true },
  'page-text': { label: 'Page text', at: 'page-texts', hasPages: true },
  connections: { label: 'Connections', at: 'connections', hasPages: false },
};

function settingOf({ subjectId, changes }: AuditLine): Piece {
  const [kind = '', id = ''] = subjectId.split(':', 2);
  const of = Object.hasOwn(settingKinds, kind) ? settingKinds[kind] : undefined;
  if (of) {
    const title = changes.find(({ field }) => field === 'title');
    const name = title?.after ?? title?.before;
    const to = `/admin/settings/${of.at}${of.hasPages ? `/${id}` : ''}`;
    return { text: typeof name === 'string' ? `${of.label} ‘${name}’` : of.label, to };
  }
  const screen = settingsScreens.find(({ path }) => path === subjectId);
  return screen
    ? { text: `Setting: ${screen.label}`, to: `/admin/settings/${screen.path}` }
    : { text: 'Setting', to: '/admin/settings' };
}

/** Exports and imports, by the list they are of. */
function screenOf(id: string): Piece {
  const path = id === 'books' ? 'month-end' : id;
  const screen = adminScreens.find((each) => each.path === path);
  return screen ? { text: screen.label, to: `/admin/${screen.path}` } : { text: 'Store' };
}
