/** A section's page: its form, and the history of its saves with a way back to each. */
import type { ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import type { WordsChange } from '../settings-section.ts';
import type { SettingsHistory, SettingsVersionLine } from '../settings-versions-queries.server.ts';
import type { FieldTexts } from './settings-fields.tsx';

type Refusal = FormRefusal & { confirmFirst?: boolean };

export type SectionFormProps = {
  version: number;
  base: Record<string, string>;
  history: SettingsHistory;
  /** `actionData` of the route. */
  answer: Refusal | undefined;
  /** The form's fields. */
  children(texts: FieldTexts): ReactNode;
  /** Between form and history. */
  below?: ReactNode;
};

export function SectionForm({ version, base, history, answer, children, below }: SectionFormProps) {
  const refusal = useAnswer(answer);
  const navigation = useNavigation();
  return (
    <>
      <SaveForm
        key={version}
        refusal={refusal}
        version={version}
        base={base}
        className="flex flex-col gap-6"
        ways={refusal?.confirmFirst ? <ConfirmFirst /> : null}
      >
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

/** In a tab of its own, so that what was typed stays. */
export function ConfirmFirst() {
  const { pathname } = useLocation();
  return (
    <p className="mt-2">
      <a
        href={`/security/confirm?${new URLSearchParams({ returnTo: pathname })}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        Show that it is you (opens a new tab)
      </a>
      , then save again. What you typed is still here.
    </p>
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
        <p className="mt-3 text-ink-soft">Nothing has been changed yet.</p>
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
        <p className="mt-1 text-ink-soft">This is what holds now.</p>
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
            {before || 'empty'} <span aria-hidden="true">→</span>
            <span className="sr-only">to</span> {after || 'empty'}
          </dd>
        </div>
      ))}
    </dl>
  );
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
        question={wanted === 0 ? 'Restore what was before the first change?' : `Restore version ${wanted}?`}
        consequence={<Changes changes={changes} />}
        keep="Leave it as it is"
        fields={{ intent: 'restore', restore: String(wanted), version: String(version) }}
      />
    </div>
  );
}
