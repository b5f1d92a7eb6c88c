/** Reads which module imports which, for tests of what may import what. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** An import, a re-export, or an import inside a type. */
export type Import = {
  /** A file of the project, `node_modules/<name>/` for a package, otherwise the name as it is written. */
  to: string;
  /** Whether the file does not exist. */
  isLost: boolean;
  /** Whether it vanishes with the types. `import { type A }` stays: it still loads the module. */
  isTypeOnly: boolean;
  /** Whether the module is loaded only when the code gets there: `await import(…)`. */
  isLater?: true;
};

export type Module = { source: string; imports: Import[] };

const { imports: subpaths } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>;
};

/** The modules below these folders of the project, without those of `except` and of packages that are installed there. */
export function readModules(folders: readonly string[], except: RegExp): Module[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => posix.join(folder, file)),
    )
    .filter((file) => /\.(?:tsx?|m?js)$/.test(file) && !file.includes('node_modules/') && !except.test(file))
    .map((source) => ({ source, imports: importsOf(source, readFileSync(source, 'utf8')) }));
}

/**
 * The imports of a module with this code, except stylesheets and the types that React Router generates. Throws where
 * the code is no TypeScript, because the imports in it would be missing.
 */
export function importsOf(source: string, code: string): Import[] {
  const { program, errors } = parseSync(source, code);
  if (errors[0]) throw new Error(`${source}: ${errors[0].message}`);
  const found: Import[] = [];
  const add = (specifier: string, isTypeOnly: boolean) => {
    if (!/\/\+types\/|\.css$/.test(specifier)) found.push({ ...resolve(source, specifier), isTypeOnly });
  };
  const addLater = (specifier: string) =>
    found.push({ ...resolve(source, specifier), isTypeOnly: false, isLater: true });
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => node.source && add(node.source.value, node.exportKind === 'type'),
    TSImportType: (node) => add(node.source.value, true),
    ImportExpression: ({ source: named }) => {
      if (named.type === 'Literal') addLater(String(named.value));
      // Any other expression names a module that only the running program knows.
      else if (named.type === 'TemplateLiteral' && named.expressions.length === 0)
        addLater(named.quasis[0]?.value.cooked ?? '');
    },
  }).visit(program);
  return found;
}

/** Imports name whole files, so a path needs no search. */
function resolve(from: string, specifier: string): { to: string; isLost: boolean } {
  const [path = ''] = specifier.split('?');
  if (/^\.\.?\//.test(path)) return file(posix.join(posix.dirname(from), path));
  if (path.startsWith('#')) {
    const [name, folder] =
      Object.entries(subpaths).find(([pattern]) => path.startsWith(pattern.replace('*', ''))) ?? [];
    return name && folder
      ? file(posix.normalize(folder.replace('*', path.slice(name.length - 1))))
      : { to: path, isLost: true };
  }
  const [name] = /^(?:@[^/:]+\/)?[^/:]+(?=\/|$)/.exec(path) ?? [];
  return { to: name ? `node_modules/${name}/` : path, isLost: false };
}

const file = (to: string) => ({ to, isLost: !existsSync(to) });
