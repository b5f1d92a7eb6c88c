/** Reads parameters of an address by their schema: texts become what the schema says, and nothing else. */
import type { z } from 'zod';
import type { FieldError } from '#platform/requests/problem-response.ts';

/** Texts that are no number or truth value stay texts, which the schema then refuses. */
function valueIn(text: string, schema: z.ZodType): unknown {
  const inner = innermost(schema);
  switch (inner.def.type) {
    case 'number':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'array': {
      const { element } = inner as z.ZodArray<z.ZodType>;
      return text.split(',').map((each) => valueIn(each, element));
    }
    default:
      return text;
  }
}

function innermost(schema: z.ZodType): z.ZodType {
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType ? innermost(innerType) : schema;
}

/** The values for `schema.safeParse`; a parameter that is given twice is a list of texts, which no schema takes. */
export function parametersOf(
  pairs: Iterable<[string, string]>,
  schema: z.ZodObject,
): Record<string, unknown> {
  const given = new Map<string, unknown>();
  for (const [name, text] of pairs) {
    const known = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    given.set(
      name,
      given.has(name) ? [given.get(name), text] : known ? valueIn(text, known as z.ZodType) : text,
    );
  }
  return Object.fromEntries(given);
}

/** Every issue with the name of its field: 'lines.0.quantity'. */
export const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.slice(0, 20).map(({ path, message }) => ({ field: path.join('.'), message }));
