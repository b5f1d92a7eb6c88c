/** The one line that the shop has in the Caddyfile of the machine, whose other sites stay as they are. */
import { paths } from './machine.ts';

const COMMENT = '# The shop (Farmgate). `npm run uninstall-service` removes this line.';
const IMPORT = `import ${paths.site}`;

/** The Caddyfile with the shop's line at its end. */
export function withImport(caddyfile: string): string {
  if (hasImport(caddyfile)) return caddyfile;
  const body = caddyfile === '' || caddyfile.endsWith('\n') ? caddyfile : `${caddyfile}\n`;
  return `${body}${COMMENT}\n${IMPORT}\n`;
}

/** The Caddyfile without it: of an unchanged one, the text from before. */
export function withoutImport(caddyfile: string): string {
  return caddyfile
    .split('\n')
    .filter((line) => line !== COMMENT && line.trim() !== IMPORT)
    .join('\n');
}

export const hasImport = (caddyfile: string): boolean =>
  caddyfile.split('\n').some((line) => line.trim() === IMPORT);

/** The shop's own file, from `site.caddy`. */
export const siteOf = (template: string, { domain, port }: { domain: string; port: number }): string =>
  template.replaceAll('{{DOMAIN}}', domain).replaceAll('{{PORT}}', String(port));
