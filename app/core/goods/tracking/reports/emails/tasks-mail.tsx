/** Renders the mail about reports to the state that wait for a person, for admins. It names no customer and no product. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

export type TasksMailSubject = {
  frame: MailFrame;
  name: string;
  /** Reports that wait. */
  tasks: number;
  path: string;
};

export const tasksTitle = ({ tasks }: Pick<TasksMailSubject, 'tasks'>): string =>
  tasks === 1
    ? 'A report to the state needs your decision'
    : `${tasks} reports to the state need your decision`;

export const TASKS_MESSAGE =
  'The state’s tracking system refused them more than four hours ago, and no one has decided. Sales go on.';

export function TasksMail({ frame, name, tasks, path }: TasksMailSubject) {
  const title = tasksTitle({ tasks });
  return (
    <MailLayout frame={frame} title={title} preview={TASKS_MESSAGE}>
      <MailGreeting name={name} />
      <MailParagraph>
        {tasks === 1
          ? 'The state’s tracking system refused a report more than four hours ago, and no one has decided about it.'
          : `The state’s tracking system refused ${tasks} reports more than four hours ago, and no one has decided about them.`}{' '}
        Sales go on, but until then they are not on record there.
      </MailParagraph>
      <MailParagraph>
        Each has what the state’s system says, what the shop has, and what to do: correct it here or there,
        send it again, or enter it by hand and mark it.
      </MailParagraph>
      <MailButton href={`${frame.origin}${path}`}>Open the tasks</MailButton>
      <MailParagraph small>
        You get this once for each report, because you are an admin of the shop.
      </MailParagraph>
    </MailLayout>
  );
}
