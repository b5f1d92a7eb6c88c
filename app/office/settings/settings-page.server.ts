/** Loads, saves and restores a section for the settings pages. */
import type { data } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { pageOf } from '#core/accounts/identity/sessions/guards.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import { defaultSettings, type Settings, type SettingsName } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import {
  needsRecentSignIn,
  type SettingsProblem,
  settingsMessage,
} from '#core/ground/settings/settings-rules.ts';
import { partOf, type SettingsSection } from '#core/ground/settings/settings-section.ts';
import {
  readSettingsGroup,
  readSettingsHistory,
  readSettingsVersion,
  type SettingsHistory,
} from '#core/ground/settings/settings-versions-queries.server.ts';
import { commonMessage } from '#kernel/problem.ts';
import { refuseSave } from '#office/kit/refuse-save.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readBase } from '#ui/form/read-base.ts';
import { type FormRefusal, type StaleSave, staleChanges } from '#ui/form/refusal.ts';

/** What a section's page shows: plain data. */
export type SectionData = {
  version: number;
  /** The form's values, by field. */
  base: Record<string, string>;
  history: SettingsHistory;
  /** The re-check page, when a change needs a recent sign-in and the last one is too old; otherwise null. */
  confirmAt: string | null;
};

/**
 * For the loader. A section that needs a recent sign-in says so on the page before staff type anything: a redirecting
 * loader would also redirect after a refused save, and the entered values would be lost.
 */
export async function loadSection<N extends SettingsName>(
  actor: SignedIn,
  request: Request,
  section: SettingsSection<N>,
): Promise<SectionData> {
  const { store, opening } = await readSettings();
  const isGuarded = needsRecentSignIn(section.name, section.keys, opening.isOpen);
  const [group, history, confirmAt] = await Promise.all([
    readSettingsGroup(actor, section.name),
    readSettingsHistory(actor, section, store.zone),
    isGuarded ? confirmAtFor(actor, request) : null,
  ]);
  if (!group) throw new Response(null, { status: 404 });
  return { version: group.version, base: section.texts(group.value), history, confirmAt };
}

/** The re-check page, which leads back here; null while the last sign-in is recent enough for `what`. */
export async function confirmAtFor(
  actor: SignedIn,
  request: Request,
  what: 'open' | 'change' = 'open',
): Promise<string | null> {
  return (await isRecentlyConfirmed(actor, what)) ? null : confirmPath(pageOf(request.url));
}

/** For the action: `intent` save or restore. Every refusal returns the entered values. */
export function answerSection<N extends SettingsName>(
  actor: SignedIn,
  section: SettingsSection<N>,
  form: FormData,
  back = `/admin/settings/${section.path}`,
): Promise<Response | ReturnType<typeof data<FormRefusal>>> {
  return form.get('intent') === 'restore'
    ? restore(actor, section, form, back)
    : save(actor, section, form, back);
}

/** How many times others may save in between. */
const MOST_TRIES = 5;
/** Longer than any field allows, and still sent back. */
const MAXIMUM_TEXT = 8000;

async function save<N extends SettingsName>(
  actor: SignedIn,
  section: SettingsSection<N>,
  form: FormData,
  back: string,
) {
  const texts: Record<string, string> = {};
  for (const field of Object.keys(section.labels)) {
    const given = form.get(field);
    texts[field] = typeof given === 'string' ? given.slice(0, MAXIMUM_TEXT).toWellFormed() : '';
  }
  const refused = (refusal: Partial<FormRefusal>, status?: number) =>
    refuseSave(form, texts, refusal, status);
  const group = await readSettingsGroup(actor, section.name);
  if (!group)
    return refused({ message: settingsMessage({ kind: 'not-allowed' }) }, statusOf({ kind: 'not-allowed' }));
  let stored = group.value;
  let version = Number(form.get('version') ?? Number.NaN);
  for (let tries = 1; ; tries += 1) {
    const read = section.read(texts, stored);
    if (!read.ok) return refused({ errors: read.problem });
    const saved = await saveSettings(actor, section.name, read.value, version, { section });
    if (saved.ok)
      return saved.value.changed
        ? redirectWithFlash(back, 'Saved.', 'success')
        : redirectWithFlash(back, 'Nothing was changed.', 'info');
    const { problem } = saved;
    const message = settingsMessage(problem);
    if (problem.kind === 'invalid') return refused({ errors: problem.errors });
    if (problem.kind !== 'stale') return refused({ message }, statusOf(problem));
    const stale = staleSave(section, problem, { base: readBase(form), mine: texts });
    // Others saved, but nothing that this form shows: both changes apply.
    if (stale.changes.length > 0 || tries === MOST_TRIES)
      return refused({ message, stale }, statusOf(problem));
    stored = problem.value;
    version = problem.version;
  }
}

function staleSave<N extends SettingsName>(
  section: SettingsSection<N>,
  { version, value }: Extract<SettingsProblem<Settings[N]>, { kind: 'stale' }>,
  texts: { base: Record<string, string>; mine: Record<string, string> },
): StaleSave {
  return { version, changes: staleChanges(section.labels, { ...texts, theirs: section.texts(value) }) };
}

async function restore<N extends SettingsName>(
  actor: SignedIn,
  section: SettingsSection<N>,
  form: FormData,
  back: string,
) {
  const wanted = Number(form.get('restore') || Number.NaN);
  const [value, group] = await Promise.all([
    readSettingsVersion(actor, section.name, wanted),
    readSettingsGroup(actor, section.name),
  ]);
  if (!value || !group) return redirectWithFlash(back, settingsMessage({ kind: 'no-version' }), 'error');
  // What was allowed then may not be allowed now.
  const errors = wrongNow(section, { ...group.value, ...partOf(section, value) });
  if (errors !== null) return redirectWithFlash(back, settingsMessage({ kind: 'invalid', errors }), 'error');
  const version = Number(form.get('version') ?? Number.NaN);
  const saved = await saveSettings(actor, section.name, partOf(section, value), version, {
    section,
    restores: wanted,
  });
  const restored =
    wanted === 0 ? 'The values from before the first change are restored.' : `Version ${wanted} is restored.`;
  if (saved.ok) return redirectWithFlash(back, restored, 'success');
  return redirectWithFlash(back, notSaved(saved.problem), 'error');
}

/** For the action: saves the shipped values again. `done` is the message. */
export async function resetSection<N extends SettingsName>(
  actor: SignedIn,
  section: SettingsSection<N>,
  form: FormData,
  done: string,
) {
  const back = `/admin/settings/${section.path}`;
  const version = Number(form.get('version') ?? Number.NaN);
  const saved = await saveSettings(actor, section.name, defaultSettings()[section.name], version, {
    section,
  });
  if (saved.ok) return redirectWithFlash(back, done, 'success');
  return redirectWithFlash(back, notSaved(saved.problem), 'error');
}

/** For a refusal without a form that shows the entered values. */
const notSaved = (problem: SettingsProblem<unknown>) =>
  problem.kind === 'stale' ? commonMessage({ kind: 'stale' }) : settingsMessage(problem);

function wrongNow<N extends SettingsName>(section: SettingsSection<N>, value: Settings[N]) {
  const read = section.read(section.texts(value), value);
  if (!read.ok) return read.problem;
  const errors = section.refuses?.(value) ?? {};
  return Object.keys(errors).length > 0 ? errors : null;
}
