/** Answers the forms on the page of a connection: save and test, test, remove. */
import { data } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { backupPlace } from '#core/running/backups/backup-plan.ts';
import { requestBackup } from '#core/running/backups/request-backup.server.ts';
import { placeOfBackups, testBackupPlace } from '#core/running/backups/try-place.server.ts';
import { readConnectionForm, serviceOf, shownTexts } from '#core/running/connections/connection-form.ts';
import { hasPractice } from '#core/running/connections/practice-connection.server.ts';
import {
  makePassphrase,
  removeConnection,
  saveConnection,
} from '#core/running/connections/save-connection.server.ts';
import {
  type FormConnectionKind,
  type ShopConnection,
  shopConnectionList,
  shopConnectionMessage,
} from '#core/running/connections/shop-connection.ts';
import { readStoredConnection } from '#core/running/connections/shop-connections-queries.server.ts';
import { testConnection } from '#core/running/connections/test-connection.server.ts';
import { formatDate, systemClock } from '#kernel/time.ts';
import { refuseSave } from '#office/kit/refuse-save.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readBase } from '#ui/form/read-base.ts';
import { staleChanges } from '#ui/form/refusal.ts';
import { answerStop } from './answer-reporting.server.ts';
import type { PassphraseSheetData } from './passphrase-sheet.tsx';
import { testTracking } from './test-tracking.server.ts';

/** Longer than any field allows, and still sent back. */
const MAXIMUM_TEXT = 5000;

export async function answerConnection(actor: SignedIn, kind: FormConnectionKind, form: FormData) {
  const connection = shopConnectionList[kind];
  const version = Number(form.get('version') ?? Number.NaN);
  switch (form.get('intent')) {
    case 'save':
      return save(actor, connection, version, form);
    case 'test':
      return test(actor, connection, '');
    case 'remove': {
      const removed = await removeConnection(actor, kind, version);
      return removed.ok
        ? redirectWithFlash(connection.path, 'Removed.', 'success')
        : redirectWithFlash(connection.path, shopConnectionMessage(removed.problem), 'error');
    }
    case 'stop-reporting':
      if (kind === 'tracking') return answerStop(actor);
      break;
    case 'make-passphrase':
      if (kind === 'backup') return answerPassphrase(actor, version);
  }
  throw new Response(null, { status: 400 });
}

/** The only answer that has the passphrase. */
async function answerPassphrase(actor: SignedIn, version: number) {
  const { path } = shopConnectionList.backup;
  const made = await makePassphrase(actor, version);
  if (!made.ok && made.problem.kind === 'confirm-first')
    return redirectWithFlash(confirmPath(path), 'Confirm it’s you first.', 'error');
  if (!made.ok) return redirectWithFlash(path, shopConnectionMessage(made.problem), 'error');
  const started = await requestBackup(actor);
  const [{ store }, place] = await Promise.all([readSettings(), placeOfBackups()]);
  const sheet: PassphraseSheetData = {
    passphrase: made.value.passphrase,
    farm: store.name,
    place: place && backupPlace(place),
    hasStarted: started.ok,
    madeOn: formatDate(systemClock().toZonedDateTimeISO(store.zone).toPlainDate()),
  };
  return data({ sheet }, { headers: { 'Cache-Control': 'no-store' } });
}

async function save(
  actor: SignedIn,
  { kind, services, path }: ShopConnection,
  version: number,
  form: FormData,
) {
  const service = serviceOf(services, form.get('service'));
  if (!service || (service.isOfDemo && !hasPractice())) throw new Response(null, { status: 400 });
  const texts: Record<string, string> = {};
  for (const { key } of service.fields) {
    const given = form.get(key);
    texts[key] = typeof given === 'string' ? given.slice(0, MAXIMUM_TEXT).toWellFormed() : '';
  }
  // Secrets are not sent back.
  const open = service.fields.filter((field) => field.kind !== 'text' || field.type !== 'password');
  const values = {
    service: service.id,
    ...Object.fromEntries(open.map(({ key }) => [key, texts[key] ?? ''])),
  };
  const stored = await readStoredConnection(actor, kind);
  if (!stored) {
    const problem = { kind: 'not-allowed' } as const;
    return refuseSave(form, values, { message: shopConnectionMessage(problem) }, statusOf(problem));
  }
  const read = readConnectionForm(service, texts, stored.values);
  if (!read.ok) return refuseSave(form, values, { errors: read.problem });
  const saved = await saveConnection(actor, kind, { values: read.value, version });
  if (saved.ok) return test(actor, { kind, path }, 'Saved. ');
  const message = shopConnectionMessage(saved.problem);
  if (saved.problem.kind === 'forbidden-place') {
    const field = ['folder', 'issuer', 'address'].find((key) => key in read.value) ?? 'endpoint';
    return refuseSave(form, values, { errors: { [field]: [message] } });
  }
  if (saved.problem.kind !== 'stale') return refuseSave(form, values, { message }, statusOf(saved.problem));
  const now = await readStoredConnection(actor, kind);
  const labels = Object.fromEntries(open.map(({ key, label }) => [key, label]));
  const theirs = shownTexts(service, now?.values ?? null);
  const changes = staleChanges(labels, { base: readBase(form), theirs, mine: values });
  const stale = { version: now?.version ?? 0, changes };
  return refuseSave(form, values, { message, stale }, statusOf(saved.problem));
}

function testOf(actor: SignedIn, kind: FormConnectionKind) {
  if (kind === 'backup') return testBackupPlace(actor);
  return kind === 'tracking' ? testTracking(actor) : testConnection(actor, kind);
}

/** The page shows what failed, because it is stored. */
async function test(actor: SignedIn, { kind, path }: Pick<ShopConnection, 'kind' | 'path'>, before: string) {
  const tested = await testOf(actor, kind);
  if (tested.ok)
    return tested.value.works
      ? redirectWithFlash(path, before + tested.value.message, 'success')
      : redirectWithFlash(path, `${before}The test failed: ${tested.value.message}`, 'error');
  if (tested.problem.kind === 'not-allowed') throw new Response(null, { status: 403 });
  const minutes = Math.ceil(tested.problem.seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return redirectWithFlash(path, `${before}Not tested: too many tests. Try again in ${wait}.`, 'error');
}
