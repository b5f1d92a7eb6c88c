/** The routes that receive files, read from the code, so that no list has to be remembered. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routeConfig from '../../app/routes.ts';

export type UploadRoute = {
  /** '/profile/photo' */
  path: string;
  /** The name of the file's field. */
  field: string;
  /** Takes files together: one that cannot be used is named in the answer and stops no other. */
  takesSeveral: boolean;
};

const app = join(import.meta.dirname, '../../app');
const RECEIVER = '#platform/uploads/receive-upload.ts';

/** Every route whose module calls a function that calls `withUpload` or `withUploads`, with the field that the function names. */
export async function uploadRoutes(): Promise<UploadRoute[]> {
  const fieldOf = new Map<string, { field: string; takesSeveral: boolean }>();
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  for (const file of files) {
    const code = readFileSync(join(app, file), 'utf8');
    if (!code.includes(RECEIVER) || !/\bwithUploads?\b/.test(code)) continue;
    const before = fieldOf.size;
    for (const [, name = '', body = ''] of code.matchAll(
      /^export (?:async )?function (\w+)([\s\S]*?)(?=^export |^}$)/gm,
    )) {
      const field = /withUpload[\s\S]*?field: '([^']+)'/.exec(body)?.[1];
      if (field) fieldOf.set(name, { field, takesSeveral: /\bwithUploads\b/.test(body) });
    }
    if (fieldOf.size === before) throw new Error(`${file} calls withUpload where no test finds it`);
  }
  return routesOf(await routeConfig).flatMap(({ path, file }) => {
    const code = readFileSync(join(app, file), 'utf8');
    const fields = [...fieldOf].filter(([name]) => new RegExp(`\\b${name}\\(`).test(code));
    return fields.map(([, field]) => ({ path, ...field }));
  });
}

function routesOf(entries: readonly RouteConfigEntry[], parent = ''): { path: string; file: string }[] {
  return entries.flatMap((entry) => {
    const own = entry.path ? `${parent}/${entry.path}` : parent;
    const nested = entry.children ? routesOf(entry.children, own) : [];
    return [...nested, { path: own || '/', file: entry.file }];
  });
}
