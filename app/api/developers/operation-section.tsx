/** One operation: what it does and takes, how it refuses, and an example that can be copied. */
import type { ReactNode } from 'react';
import type { OperationView } from './api-view.ts';
import { FieldList, SchemaLink, WithCode } from './field-list.tsx';

export function OperationSection({ operation }: { operation: OperationView }) {
  const { id, method, path, summary, description, parameters, body, answer, refusals, curl } = operation;
  const at = (place: string) => parameters.filter((each) => each.place === place);
  const others = parameters.filter((each) => each.place !== 'path');
  return (
    <section aria-labelledby={id} className="border-t border-line pt-8">
      <h3 id={id} className="text-xl">
        {summary}
      </h3>
      <p className="mt-2 font-mono text-sm wrap-anywhere">
        <span className="mr-2 rounded-control bg-spruce-100 px-2 py-0.5 font-semibold text-spruce-700">
          {method}
        </span>
        {path}
      </p>
      <div className="mt-5 grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
        <div className="min-w-0 space-y-6">
          <p className="measure">
            <WithCode text={description} />
            {operation.scope === null ? ' No token is needed.' : null}
          </p>
          {at('path').length > 0 ? (
            <Part title="In the path">
              <FieldList rows={at('path')} />
            </Part>
          ) : null}
          {others.length > 0 ? (
            <Part title="Parameters">
              <FieldList rows={others} />
            </Part>
          ) : null}
          {body ? (
            <Part title="Body">
              {body.refersTo ? <SchemaLink name={body.refersTo} /> : <FieldList rows={body.rows} />}
            </Part>
          ) : null}
          <Part title="Answers">
            <p className="text-sm">
              <b className="figures">{answer.status}</b>{' '}
              {answer.refersTo ? <SchemaLink name={answer.refersTo} /> : null}
            </p>
            <details className="mt-1 text-sm">
              <summary className="min-h-11 py-2.5 text-spruce-700 underline underline-offset-4 lg:min-h-8 lg:py-1">
                {refusals.length} other statuses
              </summary>
              <dl className="grid grid-cols-[3rem_minmax(0,1fr)] gap-y-1 py-2">
                {refusals.map(({ status, words }) => (
                  <div key={status} className="contents">
                    <dt className="figures font-semibold">{status}</dt>
                    <dd>
                      <WithCode text={words} />
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          </Part>
        </div>
        <div className="min-w-0 space-y-4">
          <Code label="Example" example={id}>
            {curl}
          </Code>
          <Code label={`Answer, ${answer.status}`}>{answer.example}</Code>
        </div>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="mb-2 text-sm font-semibold">{title}</h4>
      {children}
    </div>
  );
}

/** Long lines wrap, so that nothing must be scrolled sideways; what is copied has no line breaks of ours. */
export function Code({
  label,
  example,
  children,
}: {
  label: string;
  /** The operation whose example this is. */
  example?: string;
  children: string;
}) {
  return (
    <figure>
      <figcaption className="mb-1 text-xs text-ink-soft">{label}</figcaption>
      <pre
        className="rounded-control border border-line bg-cream px-4 py-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        data-example={example}
      >
        <code>{children}</code>
      </pre>
    </figure>
  );
}
