/** Renders the versions of a page text: compare one with the version before it, or publish it again. */
import { Form, Link } from 'react-router';
import type { ContentVersion } from '#core/ground/settings/content/content-versions-queries.server.ts';
import { Button } from '#ui/button.tsx';
import type { openedVersion } from './compare-texts.ts';
import { TextDifferences } from './text-differences.tsx';

const nameOf = (version: number) => (version === 0 ? 'the original text' : `version ${version}`);

type Version = Pick<ContentVersion, 'version' | 'at' | 'who'>;

type Opened = ReturnType<typeof openedVersion>;

export function TextVersions({
  versions,
  opened,
  current,
}: {
  versions: readonly Version[];
  opened: Opened;
  current: number;
}) {
  return (
    <section aria-labelledby="versions" className="mt-10 max-w-3xl">
      <h2 id="versions" className="mb-3 text-lg">
        Versions
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {versions.map((each) => (
          <li key={each.version} className="py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <p>
                <span className="font-medium">
                  {each.version === 0 ? 'Original text' : `Version ${each.version}`}
                </span>{' '}
                <span className="figures text-ink-soft">
                  {each.at}
                  {each.who ? ` by ${each.who}` : ''}
                </span>
              </p>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                {opened?.version === each.version ? null : (
                  <Link
                    to={`?version=${each.version}#versions`}
                    preventScrollReset
                    className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
                  >
                    What changed<span className="sr-only"> in {nameOf(each.version)}</span>
                  </Link>
                )}
                {each.version === current ? (
                  <span className="text-ink-soft">Shown now</span>
                ) : (
                  <Form method="post">
                    <input type="hidden" name="intent" value="restore" />
                    <input type="hidden" name="restore" value={each.version} />
                    <input type="hidden" name="version" value={current} />
                    <Button type="submit" rank="secondary" size="small" className="min-h-11">
                      Publish again<span className="sr-only"> {nameOf(each.version)}</span>
                    </Button>
                  </Form>
                )}
              </div>
            </div>
            {opened?.version === each.version ? (
              <div className="mt-3">
                {opened.before === null ? (
                  <p className="text-ink-soft">This is the first version.</p>
                ) : (
                  <TextDifferences lines={opened.lines} />
                )}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
