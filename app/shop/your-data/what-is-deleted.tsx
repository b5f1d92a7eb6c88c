/** Renders what is deleted with an account, and what the law requires the shop to retain. */
export function WhatIsDeleted() {
  return (
    <>
      <p>This happens right away and cannot be undone:</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>Your profile, license number and photos are deleted.</li>
        <li>Your preferences, history and notifications are deleted.</li>
        <li>Every device is signed out, and you can no longer sign in.</li>
        <li>
          Past orders stay on record for five years, as the law requires, without your name, email, birth date
          or address.
        </li>
      </ul>
    </>
  );
}
