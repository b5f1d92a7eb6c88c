/**
 * A GET changes nothing, because links, scanners and prefetches only read. The loaders of all routes are searched for
 * calls of commands; a command that is not listed here fails.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** These only read, though they are in files of commands; by name, or by file. */
const reads =
  /^(?:(?:read|require|is|has)[A-Z]\w*|\w+Columns|\w+Cookie|[A-Z_]+|storeClock|pageOf|loadSection|confirmAtFor|providerOf|nameOfAccount|offeredProviders|previewPromotion|receiptPdf|drawBooks|setUpPlace|signedUpEmail|closurePath|whatEnds|section|liveHub|catalogueIndex|authenticatorSetUp|cartOf|notFound|signInPath)$/;
/** Viewing or exporting is recorded, and nothing else changes. */
const onRecord = /^(?:export[A-Z]\w*|viewPhoto)$/;
/** The provider sends people back by a GET; only the browser that left with our cookie is accepted. */
const byProtocol = ['goToProvider', 'comeBackFromProvider', 'redirectSignedIn'];

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
  const source = `import { markProduct } from '#core/favorites/mark-product.server.ts';
    const keep = () => markProduct();
    export async function action() { return keep(); }`;
  expect(calledByLoader(source)).toEqual([]);
  expect(calledByLoader(`${source}\nexport const loader = () => keep();`)).toEqual(['markProduct']);
});

/** Names from server files, except queries, that the loader reaches. */
function calledByLoader(text: string): string[] {
  const source = ts.createSourceFile('route.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const imported = new Set<string>();
  const own = new Map<string, ts.Node>();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = statement.moduleSpecifier.getText();
      const names = statement.importClause?.namedBindings;
      if (
        !/\.server\.tsx?'/.test(from) ||
        /-queries\.server/.test(from) ||
        !names ||
        !ts.isNamedImports(names)
      )
        continue;
      for (const { name, isTypeOnly } of names.elements) if (!isTypeOnly) imported.add(name.text);
    } else if (ts.isFunctionDeclaration(statement) && statement.name) own.set(statement.name.text, statement);
    else if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer) own.set(name.getText(), initializer);
  }
  const reached = new Set<string>();
  const walked = new Set<string>();
  const walk = (name: string) => {
    const part = own.get(name);
    if (!part || walked.has(name)) return;
    walked.add(name);
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        if (imported.has(node.text)) reached.add(node.text);
        else walk(node.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(part);
  };
  walk('loader');
  return [...reached];
}
