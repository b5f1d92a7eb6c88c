/** The file of settings that systemd gives to the shop: lines of NAME=value. */

const LINE = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/;

/** What the file sets; of a name that is there twice, the last, as systemd reads it. */
export function readSettings(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = LINE.exec(line) ?? [];
      return name === undefined ? [] : [[name, /^(["'])(.*)\1$/.exec(value)?.[2] ?? value]];
    }),
  );
}

/** The text with these settings. Every other line stays as it is. */
export function withSettings(text: string, values: Readonly<Record<string, string>>): string {
  const present = readSettings(text);
  const changed = Object.entries(values).filter(([name, value]) => present[name] !== value);
  const names = changed.map(([name]) => name);
  const left = text.split('\n').filter((line) => !names.includes(LINE.exec(line)?.[1] ?? ''));
  const body = left.join('\n').replace(/\n+$/, '');
  return [...(body === '' ? [] : [body]), ...changed.map(([name, value]) => `${name}=${value}`), ''].join(
    '\n',
  );
}
