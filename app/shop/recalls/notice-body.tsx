/** Renders a recall's notice: the message, what is recalled, and a button for each answer. */
import { Form, useNavigation } from 'react-router';
import type { RecallNotice } from '#core/sales/recalls/answer-recall.server.ts';
import { answerLabel } from '#core/sales/recalls/recall.ts';
import { recallAnswers } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function NoticeBody({
  notice,
  isRefused,
}: {
  notice: RecallNotice;
  /** The answer just given was not saved. */
  isRefused: boolean;
}) {
  const sending = useNavigation().formData?.get('answer');
  const isOver = notice.status !== 'active';
  return (
    <>
      <div className="mt-4 flex flex-col gap-4">
        {notice.paragraphs.map((paragraph, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may say the same and never change places
          <p key={place} className="wrap-anywhere">
            {paragraph}
          </p>
        ))}
      </div>
      <p className="mt-4 font-medium">Recalled: {notice.lots.join('; ')}.</p>
      {isRefused ? (
        <Notice tone="error" className="mt-6" title="Your answer was not saved. Please call us." />
      ) : null}
      {notice.answer ? (
        <Notice
          tone="success"
          className="mt-6"
          title={`Thank you. Your answer: ${answerLabel[notice.answer]}.`}
        >
          {isOver ? null : 'You can change it below.'}
        </Notice>
      ) : null}
      {isOver ? (
        <Notice className="mt-6">This recall is over. Call us if you still have any of it.</Notice>
      ) : (
        <div className="mt-8 flex flex-col gap-3">
          {recallAnswers.map((answer) => (
            <Form key={answer} method="post" preventScrollReset>
              <input type="hidden" name="answer" value={answer} />
              <Button
                type="submit"
                size="large"
                rank={notice.answer && notice.answer !== answer ? 'secondary' : 'primary'}
                className="w-full"
                busy={sending === answer}
                busyText="Saving…"
              >
                {answerLabel[answer]}
              </Button>
            </Form>
          ))}
        </div>
      )}
    </>
  );
}
