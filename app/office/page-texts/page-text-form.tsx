/** Renders title, introduction and text of an information page, with a live preview of the page. */
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type ContentSlug, fillPage, type Piece } from '#core/ground/settings/content/content.ts';
import {
  type ContentTexts,
  LONGEST_INTRO,
  LONGEST_TITLE,
} from '#core/ground/settings/content/content-form.ts';
import { LONGEST_SOURCE, readMarkdown } from '#core/ground/settings/content/page-markdown.ts';
import type { StoreSettings, WarningSettings } from '#core/ground/settings/settings.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextAreaField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { PageView } from './page-view.tsx';

type Props = {
  slug: ContentSlug;
  version: number;
  base: ContentTexts;
  refusal: FormRefusal | undefined;
  busy: string | null;
  placeholders: Readonly<Record<string, Piece>>;
  store: Pick<StoreSettings, 'legalName' | 'licenseType' | 'licenseNumber'>;
  warnings: WarningSettings;
};

export function PageTextForm({ slug, version, base, refusal, busy, ...page }: Props) {
  const hydrated = useHydrated();
  const shown: ContentTexts = { ...base, ...refusal?.values };
  const [typed, setTyped] = useState(shown);
  const errors = refusal?.errors ?? {};
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    const read = () => {
      const form = new FormData(element?.querySelector('form') ?? undefined);
      const text = (name: string) => String(form.get(name) ?? '');
      setTyped({ title: text('title'), intro: text('intro'), source: text('source') });
    };
    // Also includes values that 'Take saved' puts into a field, which fires no React event.
    element?.addEventListener('input', read);
    element?.addEventListener('change', read);
    return () => {
      element?.removeEventListener('input', read);
      element?.removeEventListener('change', read);
    };
  }, []);
  return (
    <div ref={frame} className="grid gap-x-8 gap-y-8 xl:grid-cols-2">
      <SaveForm
        refusal={refusal}
        version={version}
        base={{}}
        encType="multipart/form-data"
        className="flex min-w-0 flex-col gap-5"
      >
        <Field
          label="Title"
          name="title"
          required
          maxLength={LONGEST_TITLE}
          defaultValue={shown.title}
          errors={errors.title}
        />
        <TextAreaField
          label="Introduction"
          name="intro"
          rows={3}
          maxLength={LONGEST_INTRO}
          defaultValue={shown.intro}
          errors={errors.intro}
        />
        <TextAreaField
          label="Text"
          name="source"
          required
          rows={24}
          maxLength={LONGEST_SOURCE}
          defaultValue={shown.source}
          errors={errors.source}
          hint="## Part, ### heading inside it, - list, 1. numbered list, **bold**, *italic*, [words](https://…). An empty line starts a paragraph."
          spellCheck
        />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            name="intent"
            value="publish"
            busy={busy === 'publish'}
            busyText="Publishing…"
          >
            Publish
          </Button>
          <Button
            type="submit"
            name="intent"
            value="preview"
            rank="secondary"
            busy={busy === 'preview'}
            busyText="Reading…"
          >
            Preview
          </Button>
        </div>
      </SaveForm>
      <Preview slug={slug} texts={hydrated ? typed : shown} {...page} />
    </div>
  );
}

function Preview({
  slug,
  texts,
  placeholders,
  store,
  warnings,
}: Pick<Props, 'slug' | 'placeholders' | 'store' | 'warnings'> & { texts: ContentTexts }) {
  const { title, intro, source } = useDeferredValue(texts);
  const text = useMemo(
    () => fillPage({ title, intro, sections: readMarkdown(source).sections }, placeholders),
    [title, intro, source, placeholders],
  );
  return (
    <section aria-labelledby="preview-heading" className="min-w-0">
      <h2 id="preview-heading" className="mb-3 text-lg">
        Preview of the page
      </h2>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: areas that scroll must be reachable by keyboard
        tabIndex={0}
        aria-label="Preview"
        className="max-h-[80dvh] overflow-y-auto rounded-surface bg-paper pb-10 text-base inset-ring inset-ring-line xl:sticky xl:top-6"
      >
        <PageView slug={slug} text={text} store={store} warnings={warnings} />
      </section>
    </section>
  );
}
