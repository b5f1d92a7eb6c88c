/** What the doctor says about the schema: what is missing, changed or extra, and what repairs it. */
import type { SchemaObject } from '#db/schema-objects.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export type SchemaDifference = {
  missing: SchemaObject[];
  /** As this release has them. */
  changed: SchemaObject[];
  extra: SchemaObject[];
};

/** Objects that a finding names. */
const NAMED = 5;
/** Kinds that can be made again without losing anything, in the order in which they need each other. */
const repairable = ['function', 'constraint', 'index', 'trigger'] as const;

const keyOf = ({ kind, name }: SchemaObject) => `${kind} ${name}`;

/** What belongs to a table that is missing, or is extra, is left out. */
export function compareSchema(
  released: readonly SchemaObject[],
  live: readonly SchemaObject[],
): SchemaDifference {
  const [there, ours] = [
    new Map(live.map((each) => [keyOf(each), each])),
    new Map(released.map((each) => [keyOf(each), each])),
  ];
  const without = (from: readonly SchemaObject[], others: ReadonlyMap<string, SchemaObject>) =>
    from.filter(
      (each) =>
        !others.has(keyOf(each)) &&
        (each.kind === 'table' || each.on === '' || others.has(`table ${each.on}`)),
    );
  return {
    missing: without(released, there),
    changed: released.filter((each) => {
      const found = there.get(keyOf(each));
      return found !== undefined && found.definition !== each.definition;
    }),
    extra: without(live, ours),
  };
}

const isRepairable = ({ kind }: SchemaObject) => (repairable as readonly string[]).includes(kind);

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** Without the table before the point. */
const ownName = ({ name, on }: SchemaObject) => quoted(on === '' ? name : name.slice(on.length + 1));

/** Primary and unique keys before the foreign keys that refer to them. */
const rank = ({ kind, definition }: SchemaObject): number =>
  2 * (repairable as readonly string[]).indexOf(kind) + Number(definition.startsWith('FOREIGN KEY'));

/**
 * The statements that make again what can be made again, for a transaction with the search path `public`. Nothing is
 * dropped that is not made again.
 */
export function repairStatements({ missing, changed }: SchemaDifference): string[] {
  const wanted = [...missing, ...changed].filter(isRepairable).sort((one, other) => rank(one) - rank(other));
  return wanted.flatMap((each) => {
    const isThere = changed.includes(each);
    return isThere ? [...dropOf(each), makeOf(each)] : [makeOf(each)];
  });
}

function makeOf(each: SchemaObject): string {
  return each.kind === 'constraint'
    ? `alter table ${quoted(each.on)} add constraint ${ownName(each)} ${each.definition}`
    : each.definition.trim();
}

/** Nothing for a function, which is replaced. */
function dropOf(each: SchemaObject): string[] {
  if (each.kind === 'index') return [`drop index ${quoted(each.name)}`];
  if (each.kind === 'constraint') return [`alter table ${quoted(each.on)} drop constraint ${ownName(each)}`];
  return each.kind === 'trigger' ? [`drop trigger ${ownName(each)} on ${quoted(each.on)}`] : [];
}

/** 'index a, trigger b and 3 more' */
function list(objects: readonly SchemaObject[]): string {
  const named = objects.slice(0, NAMED).map(keyOf).join(', ');
  return objects.length > NAMED ? `${named} and ${objects.length - NAMED} more` : named;
}

/** Extra indexes and the like are the owner's to have; an extra table or column is in no release's backup format. */
export function judgeSchema(difference: SchemaDifference): Finding {
  const { missing, changed, extra } = difference;
  const [again, lost] = [missing.filter(isRepairable), missing.filter((each) => !isRepairable(each))];
  const [remade, altered] = [changed.filter(isRepairable), changed.filter((each) => !isRepairable(each))];
  const [data, others] = [
    extra.filter(({ kind }) => kind === 'table' || kind === 'column'),
    extra.filter(({ kind }) => kind !== 'table' && kind !== 'column'),
  ];
  const sentences = [
    lost.length > 0 &&
      `Missing, with its data: ${list(lost)}. Restore a backup (docs/operations.md, ‘Restore, at 3 am’).`,
    altered.length > 0 &&
      `Changed: ${altered
        .slice(0, NAMED)
        .map((each) => `${keyOf(each)} must be ‘${each.definition}’`)
        .join(', ')}. Alter it back, or restore a backup.`,
    again.length > 0 && `Missing: ${list(again)}.`,
    remade.length > 0 && `Changed: ${list(remade)}.`,
    again.length + remade.length > 0 && 'npm run repair-schema makes it as this release has it.',
    data.length > 0 &&
      `Not of this release: ${list(data)}. A backup with it cannot be restored: drop it, or move it to another database.`,
    others.length > 0 && `Not of this release: ${list(others)}. Drop it, unless you added it on purpose.`,
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) return ok('Schema', 'It is as this release makes it.');
  const isHarmless = others.length === missing.length + changed.length + extra.length;
  return (isHarmless ? warning : problem)('Schema', sentences.join(' '));
}

/** @param commands that give the privileges back */
export function judgePrivileges(commands: readonly string[]): Finding {
  if (commands.length === 0) return ok('Privileges', 'The shop may read and write its tables.');
  const more = commands.length > NAMED ? ` And ${commands.length - NAMED} more.` : '';
  return problem(
    'Privileges',
    `The shop’s role in the database lacks privileges. As the tables’ owner: ${commands.slice(0, NAMED).join(' ')}${more}`,
  );
}

/** Schema and privileges for the Operations page and incidents: what is wrong of both, or that all is well. */
export function inOneLine(findings: readonly Finding[]): Finding {
  const wrong = findings.filter(({ state }) => state !== 'ok');
  const text = (wrong.length > 0 ? wrong : findings).map((each) => each.text).join(' ');
  if (wrong.length === 0) return ok('Schema', text);
  return (wrong.some(({ state }) => state === 'problem') ? problem : warning)('Schema', text);
}
