/** Saves the owner's own price list: a PDF that replaces the one made from the menu, until it is removed. */
import { readFile } from 'node:fs/promises';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import { withUpload } from '#platform/uploads/receive-upload.ts';
import { type UploadProblem, uploadMessage } from '#platform/uploads/upload-problem.ts';
import { saveSettings } from './save-settings.server.ts';
import type { StoreSettings } from './settings.ts';
import { type SettingsProblem, settingsMessage } from './settings-rules.ts';
import type { SettingsSection } from './settings-section.ts';
import { readSettingsGroup } from './settings-versions-queries.server.ts';
import { LARGEST_PRICE_LIST, storePriceList } from './store-price-list.server.ts';

/** For the audit log and the history: the file, by the start of its name. */
export const priceListSection: SettingsSection<'store'> = {
  path: 'price-list',
  name: 'store',
  keys: ['priceListKey'],
  labels: { priceListKey: 'Price list' },
  texts: ({ priceListKey }) => ({ priceListKey: priceListKey ?? '' }),
  // Only a file that was uploaded here: the link must not lead to anything else in storage.
  read: ({ priceListKey }) =>
    !priceListKey || /^price-lists\/[\da-f]{32}\.pdf$/.test(priceListKey)
      ? succeed({ priceListKey: priceListKey || null })
      : refuse({ priceListKey: ['This is not a price list.'] }),
  words: ({ priceListKey }) => ({ 'Price list': sayPriceList(priceListKey) }),
};

const sayPriceList = (key: string | null) =>
  key === null
    ? 'made from the menu'
    : `uploaded PDF ${/([\da-f]{8})[\da-f]*\.pdf$/.exec(key)?.[1] ?? ''}`.trim();

export type PriceListProblem =
  | { kind: 'upload'; problem: UploadProblem }
  | { kind: 'no-pdf' }
  | { kind: 'settings'; problem: SettingsProblem<StoreSettings> };

export function priceListMessage(problem: PriceListProblem): string {
  switch (problem.kind) {
    case 'no-pdf':
      return 'Upload a complete PDF file.';
    case 'settings':
      return settingsMessage(problem.problem);
    case 'upload':
      return problem.problem.kind === 'missing' ? 'Choose a PDF file first.' : uploadMessage(problem.problem);
    default:
      return assertNever(problem);
  }
}

/**
 * Receives it from a request, and does not read it for people who may not manage settings. The file is named after its
 * content, and a replaced one stays, so that its version can be restored.
 */
export async function receivePriceList(
  actor: Actor,
  request: Request,
): Promise<Result<null, PriceListProblem>> {
  if (!may(actor, 'settings.manage')) {
    return refuse({ kind: 'settings', problem: { kind: 'not-allowed' } });
  }
  const outcome = await withUpload<null, PriceListProblem>(
    request,
    { field: 'price-list', maximumSize: LARGEST_PRICE_LIST },
    async ({ path }) => {
      const key = await storePriceList(await readFile(path));
      return key === null ? refuse({ kind: 'no-pdf' }) : show(actor, key);
    },
  );
  if (outcome.ok) return outcome;
  const { problem } = outcome;
  const isOurs = problem.kind === 'no-pdf' || problem.kind === 'settings' || problem.kind === 'upload';
  return refuse(isOurs ? problem : { kind: 'upload', problem });
}

/** Removes it: the list made from the menu is shown again. */
export function removePriceList(actor: Actor): Promise<Result<null, PriceListProblem>> {
  return show(actor, null);
}

async function show(actor: Actor, priceListKey: string | null): Promise<Result<null, PriceListProblem>> {
  const group = await readSettingsGroup(actor, 'store');
  const saved = await saveSettings(actor, 'store', { priceListKey }, group?.version ?? 0, {
    section: priceListSection,
  });
  return saved.ok ? succeed(null) : refuse({ kind: 'settings', problem: saved.problem });
}
