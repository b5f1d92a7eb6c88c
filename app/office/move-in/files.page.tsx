/** /admin/settings/move-in/files: products, customers and past sales from files that another system exported. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { isOpenToChange, isWorking } from '#core/running/move-in/files/file-move.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/files.page';
import { answerFiles } from './answer-files.server.ts';
import { FileColumns } from './file-columns.tsx';
import { FileReportView } from './file-report.tsx';
import { readFilesPage } from './files-page-queries.server.ts';
import { FilesProgress } from './files-progress.tsx';
import { FilesSteps } from './files-steps.tsx';
import { FilesUpload } from './files-upload.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  return readFilesPage(requirePermission(context, 'settings.manage', request));
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerFiles(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Files of another system · Admin' }];

export default function MoveInFiles({ loaderData: page, actionData }: Route.ComponentProps) {
  const { isOpen, status, problem, done, total, files, report } = page;
  const sending = useNavigation().formData?.get('intent');
  const mayChange = !isOpen && isOpenToChange(status);
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      <div>
        <BackLink to="/admin/settings/move-in" label="Bring your shop" />
        <h1 className="text-2xl">Files of another system</h1>
        <p className="mt-2 max-w-3xl text-ink-soft">
          Export products, customers and sales there as CSV, and upload them here. Square, Shopify,
          WooCommerce, Lightspeed, Dutchie, Treez, Flowhub and Cova are recognized; of any other list you say
          what each column is.
        </p>
      </div>
      {actionData?.message ? <Notice tone="error" title={actionData.message} /> : null}
      {problem ? <Notice tone="error" title={problem} /> : null}
      {isOpen ? (
        <Notice tone="info" title="The shop is open.">
          Files of another system fill a shop before it opens. Products can still be imported in the
          inventory.
        </Notice>
      ) : null}
      {isWorking(status) ? <FilesProgress status={status} done={done} total={total} /> : null}
      {!isOpen && !isWorking(status) ? <FilesSteps page={page} sending={String(sending ?? '')} /> : null}
      {report && (status === 'tried' || status === 'moved') ? (
        <FileReportView
          report={report}
          title={status === 'tried' ? 'What would come over' : 'What came over'}
        />
      ) : null}
      {mayChange && files.length > 0 ? (
        <section aria-labelledby="files">
          <h2 id="files" className="mb-3 text-lg">
            Files and their columns
          </h2>
          <ul className="flex flex-col gap-4">
            {files.map((file) => (
              <FileColumns key={file.id} file={file} busy={sending === 'columns'} />
            ))}
          </ul>
        </section>
      ) : null}
      {!isOpen && !isWorking(status) ? (
        <FilesUpload
          label={status === 'moved' ? 'Newer files' : mayChange && files.length > 0 ? 'More files' : 'Files'}
        />
      ) : null}
    </div>
  );
}
