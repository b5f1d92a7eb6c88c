/** What asks for a recent sign-in goes on after the confirmation: each command that asks, pressed on its page. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemoShop, stopDemoShop } from '#tests/support/ended-sessions.ts';
import { pressEachCommand } from '#tests/support/old-sign-ins.ts';

beforeAll(() =>
  openDemoShop({
    BACKUP_FOLDER: mkdtempSync(join(tmpdir(), 'farmgate-backups-')),
    BACKUP_PASSPHRASE: 'correct horse battery',
    SMS_URL: 'http://127.0.0.1:9/{to}/{text}',
  }),
);
afterAll(stopDemoShop);

test('every command that an old sign-in may not run is done once its person has confirmed who they are', async () => {
  expect(await pressEachCommand()).toBeGreaterThan(60);
});
