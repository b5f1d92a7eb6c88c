/** What a generated client depends on in a description: not its words, its examples, and what the shop calls. */
import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;

const others = new Set(['description', 'summary', 'example', 'x-codeSamples', 'servers', 'info', 'webhooks']);

/** Members of `properties` keep their names, whatever these are. */
export function shapeOf(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => shapeOf(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value as Json).filter(
    ([name]) => parent === 'properties' || parent === 'schemas' || !others.has(name),
  );
  return Object.fromEntries(kept.map(([name, each]) => [name, shapeOf(each, name)]));
}

/** Names a shape: types are as old as their description if both have the same. */
export const fingerprint = (description: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(shapeOf(description)))
    .digest('hex')
    .slice(0, 16);
