/** Compares two versions of a text line by line. */
import { contentTexts } from '#core/ground/settings/content/content-form.ts';
import type { ContentVersion } from '#core/ground/settings/content/content-versions-queries.server.ts';

export type TextLine = { kind: 'same' | 'removed' | 'added'; text: string };

/** The most line comparisons; texts that differ in more than this are shown one after the other. */
const MOST_COMPARED = 2_000_000;

/** The lines of both, in order: deleted lines come before the lines that replace them. Takes bounded time. */
export function compareTexts(before: string, after: string): TextLine[] {
  const old = before.split('\n');
  const young = after.split('\n');
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < young.length - start &&
    old[old.length - 1 - end] === young[young.length - 1 - end]
  )
    end += 1;
  const line = (kind: TextLine['kind']) => (text: string) => ({ kind, text });
  return [
    ...old.slice(0, start).map(line('same')),
    ...compareMiddle(old.slice(start, old.length - end), young.slice(start, young.length - end)),
    ...old.slice(old.length - end).map(line('same')),
  ];
}

/** Based on the longest common subsequence of lines. */
function compareMiddle(old: readonly string[], young: readonly string[]): TextLine[] {
  const all = (kind: TextLine['kind'], lines: readonly string[]) => lines.map((text) => ({ kind, text }));
  if (old.length * young.length > MOST_COMPARED) return [...all('removed', old), ...all('added', young)];
  const width = young.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = young.length - 1; j >= 0; j--) {
      common[i * width + j] =
        old[i] === young[j]
          ? 1 + (common[(i + 1) * width + j + 1] as number)
          : Math.max(common[(i + 1) * width + j] as number, common[i * width + j + 1] as number);
    }
  }
  const lines: TextLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < young.length) {
    if (old[i] === young[j]) {
      lines.push({ kind: 'same', text: old[i] as string });
      i += 1;
      j += 1;
    } else if ((common[(i + 1) * width + j] as number) >= (common[i * width + j + 1] as number)) {
      lines.push({ kind: 'removed', text: old[i] as string });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: young[j] as string });
      j += 1;
    }
  }
  return [...lines, ...all('removed', old.slice(i)), ...all('added', young.slice(j))];
}

/** The version with this number compared with the version before it; null if there is no such version. */
export function openedVersion(versions: readonly ContentVersion[], asked: string | null) {
  const at = versions.findIndex(({ version }) => String(version) === asked);
  const whole = (index: number) => {
    const texts = versions[index] ? contentTexts(versions[index].text) : null;
    return texts ? `${texts.title}\n\n${texts.intro}\n\n${texts.source}` : '';
  };
  const opened = versions[at];
  const before = versions[at + 1];
  return opened
    ? {
        version: opened.version,
        before: before?.version ?? null,
        lines: compareTexts(before ? whole(at + 1) : whole(at), whole(at)),
      }
    : null;
}
