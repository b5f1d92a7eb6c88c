/** Gives each icon of `app/ui/icons.ts` a module of its own in the build. */
import { join } from 'node:path';
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { drawingOf } from '../app/ui/icons/icon-drawing.ts';

const ui = join(import.meta.dirname, '../app/ui');
const prefix = '\0icon:';

/** A plugin for Vite: the list becomes a list of re-exports, so that the bundler leaves out the icons that no page shows. */
export const icons = () => ({
  name: 'icons',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id.startsWith(prefix) ? id : null),
  load(id: string) {
    if (!id.startsWith(prefix)) return null;
    const drawing = JSON.stringify(drawingOf(lucide, id.slice(prefix.length)));
    const code = `import { toIcon } from ${JSON.stringify(join(ui, 'icons/icon.tsx'))};\nexport default /* @__PURE__ */ toIcon(${drawing});`;
    return { code, moduleSideEffects: false };
  },
  transform(code: string, id: string) {
    if (id !== join(ui, 'icons.ts')) return null;
    const list = [...code.matchAll(/^export const (\w+) = icon\('([\w-]+)'\);$/gm)];
    const lines = list.map(([, name, icon]) => `export { default as ${name} } from '${prefix}${icon}';`);
    return { code: lines.join('\n'), moduleSideEffects: false, map: null };
  },
});
