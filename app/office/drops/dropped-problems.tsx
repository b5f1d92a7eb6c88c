/** Lists dropped files that cannot be used, each with its reason. */
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function DroppedProblems({
  files,
}: {
  files: readonly { id: string; name: string; problem: string | null }[];
}) {
  const refused = files.filter(({ problem }) => problem !== null);
  if (refused.length === 0) return null;
  return (
    <Notice
      tone="caution"
      title={`${refused.length} ${refused.length === 1 ? 'file' : 'files'} cannot be used`}
    >
      <ul className="mt-1 list-disc pl-5">
        {refused.map(({ id, name, problem }) => (
          <li key={id} className="wrap-anywhere">
            {name}: {problem}
          </li>
        ))}
      </ul>
      <Form method="post" preventScrollReset className="mt-2">
        <Button type="submit" name="intent" value="clear" rank="quiet" size="small" className="min-h-11">
          Clear this list
        </Button>
      </Form>
    </Notice>
  );
}
