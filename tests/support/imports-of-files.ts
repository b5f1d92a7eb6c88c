/** Sends files to an import as its page does, and reads what it makes of them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerPreview, startApplying } from '#core/goods/catalogue/imports/change-import.server.ts';
import { saveImport } from '#core/goods/catalogue/imports/receive-import.server.ts';
import { workOnImport } from '#core/goods/catalogue/imports/work-on-import.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { newId } from '#kernel/ids.ts';
import { readImport, readImportRows } from '#office/imports/imports-queries.server.ts';

export async function importsOf(actor: SignedIn) {
  const folder = await mkdtemp(join(tmpdir(), 'farmgate-files-'));

  async function look(importId: string) {
    const found = await readImport(actor, importId);
    if (!found) throw new Error('no import');
    const { rows } = await readImportRows(importId, { filters: {}, sort: 'line', position: null });
    return { ...found, rows, outcomes: rows.map(({ outcome }) => outcome) };
  }
  async function preview(content: string | Buffer) {
    const path = join(folder, newId());
    await writeFile(path, content);
    const sent = await saveImport(actor, path);
    if (!sent.ok) throw new Error(JSON.stringify(sent.problem));
    await workOnImport(actor, sent.value.importId);
    return look(sent.value.importId);
  }
  async function answer(importId: string, answers: Omit<Parameters<typeof answerPreview>[2], 'preview'>) {
    const { preview: seen } = await look(importId);
    await answerPreview(actor, importId, { ...answers, preview: seen });
    await workOnImport(actor, importId);
    return look(importId);
  }
  async function apply(importId: string) {
    const { preview: seen } = await look(importId);
    const started = await startApplying(actor, importId, { preview: seen, accepted: true });
    if (!started.ok) throw new Error(JSON.stringify(started.problem));
    await workOnImport(actor, importId);
    return look(importId);
  }
  return { preview, answer, apply, look, close: () => rm(folder, { recursive: true, force: true }) };
}
