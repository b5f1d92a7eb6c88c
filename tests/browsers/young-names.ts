/** Finds, in a script, names of functions that the oldest browsers lack. */
import { parseSync } from 'oxc-parser';
import younger from './younger.json' with { type: 'json' };

/** As `npm run browsers` writes it. */
export type Younger = {
  oldest: readonly string[];
  /** 'Temporal' */
  globals: string[];
  /** 'URL.canParse' */
  statics: string[];
  /** 'showPopover', of whatever object */
  methods: string[];
  /** 'popover-open' */
  selectors: string[];
};

const globals = new Set(younger.globals);
const statics = new Set(younger.statics);
const methods = new Set(younger.methods);
const selectors = new RegExp(`::?(${younger.selectors.join('|')})(?![\\w-])`);

/** The browsers of which `younger.json` was written. */
export const oldestKnown: readonly string[] = younger.oldest;

type Node = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/**
 * The young names that the script calls or reads, each once: 'URL.canParse', '.toSorted', 'Temporal' or
 * ':popover-open'. Whether the script asks first if they exist is not known here.
 */
export function youngNames(script: string): string[] {
  const found = new Set<string>();
  const { program } = parseSync('script.js', script);
  visit(program as unknown as Node, found);
  return [...found].sort();
}

function visit(node: Node, found: Set<string>): void {
  if (node.type === 'Identifier' && globals.has(String(node.name))) found.add(String(node.name));
  const text = node.type === 'TemplateElement' ? (node.value as { raw: string }).raw : node.value;
  const selector = typeof text === 'string' ? selectors.exec(text) : null;
  if (selector) found.add(`:${selector[1]}`);
  if (node.type === 'CallExpression' && isNode(node.callee)) called(node.callee, found);
  if (node.type === 'MemberExpression') {
    visitMember(node, found);
    return;
  }
  // The name of a property is no name of a global.
  const named = ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type) && !node.computed;
  for (const [key, value] of Object.entries(node)) {
    if (named && key === 'key') continue;
    for (const child of [value].flat()) if (isNode(child)) visit(child, found);
  }
}

function visitMember(node: Node, found: Set<string>): void {
  const { object, property } = node;
  if (!isNode(object) || !isNode(property)) return;
  const name = nameOf(node);
  if (name !== null && object.type === 'Identifier') {
    if (statics.has(`${object.name}.${name}`)) found.add(`${object.name}.${name}`);
    if (['window', 'globalThis', 'self'].includes(String(object.name)) && globals.has(name)) found.add(name);
  }
  visit(object, found);
  if (node.computed) visit(property, found);
}

/** Methods count where they are called: as a name of data each of these words may be anything. */
function called(callee: Node, found: Set<string>): void {
  const name = callee.type === 'MemberExpression' ? nameOf(callee) : null;
  if (name !== null && methods.has(name)) found.add(`.${name}`);
}

function nameOf({ computed, property }: Node): string | null {
  if (!isNode(property)) return null;
  if (!computed) return String(property.name);
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}
