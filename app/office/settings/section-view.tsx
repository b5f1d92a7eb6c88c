/** Renders a section's page: its form, and the history of its saves, each of which can be restored. */
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import type { WordsChange } from '#core/ground/settings/settings-section.ts';
import type {
  SettingsHistory,
  SettingsVersionLine,
} from '#core/ground/settings/settings-versions-queries.server.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { FieldTexts } from './settings-fields.tsx';

export type SectionFormProps = {
  version: number;
  base: Record<string, string>;
  history: SettingsHistory;
  confirmAt: string | null;
  /** `actionData` of the route. */
  answer: FormRefusal | undefined;
  /** The form's fields. */
  children(texts: FieldTexts): ReactNode;
  /** Between form and history. */
  below?: ReactNode;
};

export function SectionForm({
  version,
  base,
  history,
  confirmAt,
  answer,
  children,
  below,
}: SectionFormProps) {
  const refusal = useAnswer(answer);
  const navigation = useNavigation();
  return (
    <>
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={refusal !== undefined} /> : null}
      <SaveForm key={version} refusal={refusal} version={version} base={base} className="flex flex-col gap-6">
        <input type="hidden" name="intent" value="save" />
        {children({ values: refusal?.values ?? base, errors: refusal?.errors ?? {} })}
        <div className="mt-2">
          <Button type="submit" busy={navigation.formData?.get('intent') === 'save'} busyText="Saving…">
            Save
          </Button>
        </div>
      </SaveForm>
      {below}
      <SectionHistory version={version} history={history} />
    </>
  );
}

/** Links to the re-check, which leads back; opens in a new tab if the form has entered values. */
export function ConfirmFirst({ at, hasTyped }: { at: string; hasTyped: boolean }) {
  return (
    <Notice tone="caution" title="Confirm it’s you before you change this." className="mb-6">
      <a
        href={at}
        {...(hasTyped ? { target: '_blank', rel: 'noreferrer' } : {})}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {hasTyped ? 'Confirm in a new tab, then save again' : 'Confirm'}
      </a>
      {hasTyped ? <p>What you typed is still here.</p> : null}
    </Notice>
  );
}

export function SectionHistory({ version, history }: { version: number; history: SettingsHistory }) {
  const { lines, toRestoreFirst } = history;
  return (
    <section aria-labelledby="history" className="mt-12 border-t border-line pt-8">
      <h2 id="history" className="text-xl">
        History
      </h2>
      {lines.length === 0 ? (
        <p className="mt-3 text-ink-soft">No changes yet.</p>
      ) : (
        <ol className="mt-4 space-y-6">
          {lines.map((line) => (
            <HistoryLine key={line.version} line={line} version={version} />
          ))}
          {toRestoreFirst.length > 0 ? (
            <li className="border-l-2 border-line pl-4">
              <p className="text-ink-soft">Before the first change</p>
              <Restore wanted={0} version={version} changes={toRestoreFirst} />
            </li>
          ) : null}
        </ol>
      )}
    </section>
  );
}

function HistoryLine({ line, version }: { line: SettingsVersionLine; version: number }) {
  return (
    <li className="border-l-2 border-line pl-4">
      <p>
        <span className="font-medium">Version {line.version}</span>{' '}
        <span className="text-ink-soft">
          by {line.who} · <span className="figures">{line.at}</span>
        </span>
      </p>
      <Changes changes={line.changes} />
      {line.toRestore.length > 0 ? (
        <Restore wanted={line.version} version={version} changes={line.toRestore} />
      ) : (
        <p className="mt-1 text-ink-soft">Current version.</p>
      )}
    </li>
  );
}

function Changes({ changes }: { changes: readonly WordsChange[] }) {
  return (
    <dl className="mt-1 space-y-1">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="break-words">
          <dt className="inline font-medium">{label}: </dt>
          <dd className="inline whitespace-pre-line text-ink-soft">
            <Difference before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Difference({ before, after }: { before: string; after: string }) {
  if (before === '') return `set to ${after}`;
  if (after === '') return `cleared (was ${before})`;
  return (
    <>
      {before} <span aria-hidden="true">→</span>
      <span className="sr-only">to</span> {after}
    </>
  );
}

/** Inside a sentence's paragraph, so not a list. */
function Consequence({ changes }: { changes: readonly WordsChange[] }) {
  return changes.map(({ label, before, after }) => (
    <span key={label} className="block break-words">
      {label}: <Difference before={before} after={after} />
    </span>
  ));
}

function Restore({
  wanted,
  version,
  changes,
}: {
  wanted: number;
  version: number;
  changes: readonly WordsChange[];
}) {
  const of = wanted === 0 ? 'before the first change' : `version ${wanted}`;
  return (
    <div className="-ml-3 mt-1">
      <Confirm
        label="Restore this version"
        busyText="Restoring…"
        of={of}
        question={
          wanted === 0 ? 'Restore the values from before the first change?' : `Restore version ${wanted}?`
        }
        consequence={<Consequence changes={changes} />}
        fields={{ intent: 'restore', restore: String(wanted), version: String(version) }}
      />
    </div>
  );
}
