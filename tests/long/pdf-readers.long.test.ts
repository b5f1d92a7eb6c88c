/** qpdf and poppler read every paper of the demo store: sound, tagged, with a title, a language and all of its letters. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JudgedShop, openJudgedShop, requirePrograms, type Who } from '#tests/support/judged-shop.ts';
import { aPerson } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';

const folder = mkdtempSync(join(tmpdir(), 'farmgate-papers-'));
let shop: JudgedShop;
beforeAll(async () => {
  requirePrograms({ qpdf: 'qpdf', pdfinfo: 'poppler-utils', pdftotext: 'poppler-utils' });
  shop = await openJudgedShop();
});
afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a program prints, its warnings too. */
const said = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();

test('every paper is sound and tagged', async () => {
  const { shown } = shop;
  const admin = await aPerson(shop.db, { role: 'admin' });
  const recall = await recallLot(admin, { lotId: shown.certificate, reason: 'Yeast above the limit' });
  if (!recall.ok) throw new Error(recall.problem.kind);
  const { rows } = await shop.db.execute<{ id: string }>(
    'select id from recalls order by created_at desc limit 1',
  );
  const papers: [Who, string][] = [
    ['guest', '/pricing.pdf'],
    ['customer', `/orders/${shown.handedOver}/receipt.pdf`],
    ['admin', `/counter/orders/${shown.order}/labels.pdf`],
    ['admin', `/counter/orders/${shown.handedOver}/roll.pdf`],
    ['admin', `/counter/orders/${shown.order}/roll.pdf?width=58`],
    ['admin', '/counter/cash/report.pdf'],
    ['admin', '/admin/cash/2026-11-25/report.pdf'],
    ['admin', '/admin/month-end/report.pdf'],
    ['admin', `/admin/lots/${shown.certificate}/labels.pdf?count=3`],
    ['admin', `/admin/recalls/${rows[0]?.id}/pdf`],
  ];
  for (const [who, path] of papers) {
    const answer = await shop.ask(who, path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'application/pdf']);
    const file = join(folder, 'paper.pdf');
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    expect(said('qpdf', '--check', file), path).toContain('No syntax or stream encoding errors found');
    const facts = said('pdfinfo', file);
    expect(facts, path).toMatch(/^Tagged: +yes$/m);
    expect(facts, path).toMatch(/^Title: +\S/m);
    const { qpdf } = JSON.parse(said('qpdf', '--json=2', '--json-key=qpdf', file));
    expect(JSON.stringify(qpdf), path).toContain('"/Lang":"u:en-US"');
    const across = /roll\.pdf(?:\?width=(58))?$/.exec(path);
    if (across) {
      const [, points] = /^Page size: +([\d.]+) x/m.exec(facts) ?? [];
      expect((Number(points) * 25.4) / 72, path).toBeCloseTo(Number(across[1] ?? 80), 1);
      expect(facts, path).toMatch(/^Pages: +1$/m);
    }
    expect(said('pdfinfo', '-struct', file).split('\n').length, path).toBeGreaterThan(2);
    const text = said('pdftotext', '-layout', file, '-');
    expect(text, path).toMatch(/[A-Za-z]{3}/);
    expect(text, path).not.toMatch(/\?\?|\uFFFD/);
  }
});
