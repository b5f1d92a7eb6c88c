/**
 * A GET changes nothing, because links, scanners and prefetches only read. The loaders of all routes are searched for
 * calls of commands; a command that is not listed here fails.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type ImportDeclaration, parseSync, type Span, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

/** These only read, though they are in files of commands; by name, or by file. */
const reads =
  /^(?:(?:read|require|is|has)[A-Z]\w*|\w+Columns|\w+Cookie|\w+Context|[A-Z_]+|storeClock|pageOf|loadSection|confirmAtFor|providerOf|nameOfAccount|offeredProviders|previewPromotion|receiptPdf|drawBooks|setUpPlace|signedUpEmail|closurePath|whatEnds|section|liveHub|catalogueIndex|authenticatorSetUp|cartOf|notFound|signInPath)$/;
/** Viewing or exporting is recorded, and nothing else changes. */
const onRecord = /^(?:export[A-Z]\w*|viewPhoto)$/;
/**
 * The provider sends people back by a GET; only the browser that left with our cookie is accepted. A printer takes by a
 * GET what it was told of; when it did is noted.
 */
const byProtocol = ['goToProvider', 'comeBackFromProvider', 'redirectSignedIn', 'giveStarJob'];

const routes = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?:\.page|\.resource|-layout)\.tsx?$/.test(file),
);

test('no loader calls a command', () => {
  const called = routes.flatMap((file) => {
    const source = readFileSync(`app/${file}`, 'utf8');
    return calledByLoader(source).map((name) => ({ file, name }));
  });
  expect(called.length).toBeGreaterThan(150);
  const commands = called.filter(
    ({ name }) => !reads.test(name) && !onRecord.test(name) && !byProtocol.includes(name),
  );
  expect(commands).toEqual([]);
});

test('a command in a loader is noticed, also behind a function of the same file', () => {
  const source = `import { markProduct } from '#core/goods/favorites/mark-product.server.ts';
    const keep = () => markProduct();
    export async function action() { return keep(); }`;
  expect(calledByLoader(source)).toEqual([]);
  expect(calledByLoader(`${source}\nexport const loader = () => keep();`)).toEqual(['markProduct']);
});

/** Names from server files, except queries, that the loader reaches. */
function calledByLoader(text: string): string[] {
  const { program, errors } = parseSync('route.tsx', text);
  if (errors[0]) throw new Error(errors[0].message);
  const imported = new Set<string>();
  const own = new Map<string, Span>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const name of importedCommands(statement)) imported.add(name);
      continue;
    }
    const declared = 'declaration' in statement ? statement.declaration : statement;
    if (declared?.type === 'FunctionDeclaration' && declared.id) own.set(declared.id.name, declared);
    else if (declared?.type === 'VariableDeclaration')
      for (const { id, init } of declared.declarations)
        if (id.type === 'Identifier' && init) own.set(id.name, init);
  }
  const names: { name: string; start: number }[] = [];
  new Visitor({ Identifier: (node) => names.push(node), JSXIdentifier: (node) => names.push(node) }).visit(
    program,
  );
  const reached = new Set<string>();
  const walked = new Set<string>();
  const walk = (part: string) => {
    const span = own.get(part);
    if (!span || walked.has(part)) return;
    walked.add(part);
    for (const { name, start } of names) {
      if (start < span.start || start >= span.end) continue;
      if (imported.has(name)) reached.add(name);
      else walk(name);
    }
  };
  walk('loader');
  return [...reached];
}

function importedCommands({ source, specifiers }: ImportDeclaration): string[] {
  if (!/\.server\.tsx?$/.test(source.value) || /-queries\.server/.test(source.value)) return [];
  return specifiers.flatMap((each) =>
    each.type === 'ImportSpecifier' && each.importKind !== 'type' ? [each.local.name] : [],
  );
}
