/**
 * Renders the sign-out of the counter. It deletes the tablet's copy of the day, and asks first while the tablet holds
 * work of this person that was not sent: no one else can send it.
 */
import { useRef } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { endCopy } from '../network/day-copy.ts';
import { SIGN_IN_IDLE_MINUTES } from '../network/last-use.ts';
import { actionCount } from '../network/offline-action.ts';
import { reportLeaving } from '../network/report-tablet.ts';
import { useConnection, useHeld } from '../network/use-connection.ts';
import { lockAlone } from './lock.tsx';
import { useIdleLock } from './use-idle-lock.ts';

export function SignOut({ viewer, className }: { viewer: string; className: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isSure = useRef(false);
  const { lostSince, needsSignIn } = useConnection();
  const isLost = lostSince !== null && !needsSignIn;
  useIdleLock(SIGN_IN_IDLE_MINUTES, lostSince !== null ? lockAlone : null, false);
  const { waiting } = useHeld();
  const mine = waiting.filter(({ by }) => by.id === viewer).length;
  const isHeld = mine > 0 || isLost;
  return (
    <>
      <Form
        method="post"
        action="/sign-out"
        id="sign-out"
        onSubmit={(event) => {
          if (!isHeld || isSure.current) {
            endCopy();
            return reportLeaving();
          }
          event.preventDefault();
          dialog.current?.showModal();
        }}
      >
        <button type="submit" className={className}>
          Sign Out
        </button>
      </Form>
      <dialog ref={dialog} aria-labelledby="unsent-question" className="dialog text-ink">
        <h2 id="unsent-question" className="text-xl">
          {mine > 0 ? `${actionCount(mine)} of yours not sent` : 'No connection'}
        </h2>
        <p className="mt-2">
          {!isLost
            ? needsSignIn
              ? 'Your password is needed to send them.'
              : 'They are being sent. Wait until they are.'
            : `Signing out needs the network.${mine > 0 ? ' Your work is sent first when the connection is back.' : ''}`}
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button className="min-h-12" onClick={() => dialog.current?.close()}>
            Stay signed in
          </Button>
          {!isLost ? (
            <Button
              type="submit"
              form="sign-out"
              rank="danger"
              className="min-h-12"
              onClick={() => {
                isSure.current = true;
              }}
            >
              Sign out and send later
            </Button>
          ) : null}
        </div>
      </dialog>
    </>
  );
}
