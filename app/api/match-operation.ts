/** Finds the operation that a request asks for. */
import type { Operation } from './operation.ts';

export type Matched = { operation: Operation; path: Record<string, string> };

/** `path` is below /api/v1, as it came. Returns the methods of the path if it exists with others only, possibly none. */
export function matchOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): Matched | { allow: string[] } {
  const parts = path.split('/');
  const found = operations.flatMap((operation) => {
    const values = valuesOf(operation.path.split('/'), parts);
    return values ? [{ operation, path: values }] : [];
  });
  return (
    found.find(({ operation }) => operation.method === method) ?? {
      allow: found.map(({ operation }) => operation.method),
    }
  );
}

function valuesOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const values: Record<string, string> = {};
  for (const [at, each] of pattern.entries()) {
    const part = parts[at] ?? '';
    if (each.startsWith('{')) values[each.slice(1, -1)] = part;
    else if (each !== part) return null;
  }
  return values;
}
