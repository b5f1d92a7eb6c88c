/** Notifies customers of staff decisions about their age and license. The worker calls it; safe to repeat. */
import { eq } from 'drizzle-orm';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import type { AgeRejection } from '#kernel/statuses.ts';
import { type AgeDecision, decisionOf, rejectionWords } from '../age-decision.ts';
import { VerificationMail, type VerificationMailSubject } from './verification-mail.tsx';

const row: NotificationRow<VerificationMailSubject> = {
  title: ({ title }) => title,
  message: ({ message }) => message,
  mail: (subject) => <VerificationMail {...subject} />,
  path: () => '/profile',
};

/** Reports only the current decision: if it has changed since, the later event reports it. */
export async function notifyOfAgeDecision(
  eventId: string,
  { userId, decision }: { userId: string; decision: AgeDecision },
): Promise<void> {
  const customer = await readCustomer(userId);
  if (!customer || decisionOf(customer.isVerifiedOver21) !== decision) return;
  const settings = await readSettings();
  const words = wordsOf(decision, customer.ageRejection, {
    minimumAge: settings.compliance.minimumAge,
    phone: settings.store.phone,
  });
  await notify(eventId, 'age-decided', { userId, email: customer.email }, row, {
    frame: mailFrame(settings, false),
    name: customer.name,
    ...words,
  });
}

export async function notifyOfLicense(eventId: string, { userId }: { userId: string }): Promise<void> {
  const customer = await readCustomer(userId);
  if (!customer?.licenseVerified) return;
  await notify(eventId, 'license-verified', { userId, email: customer.email }, row, {
    frame: mailFrame(await readSettings(), false),
    name: customer.name,
    title: 'Your license is verified',
    message: "We have checked your driver's license. Please bring it to every pickup.",
  });
}

async function readCustomer(userId: string) {
  const [customer] = await database()
    .select({
      email: users.email,
      name: customerProfiles.fullName,
      isVerifiedOver21: customerProfiles.isVerifiedOver21,
      ageRejection: customerProfiles.ageRejection,
      licenseVerified: customerProfiles.licenseVerified,
    })
    .from(customerProfiles)
    .innerJoin(users, eq(users.id, customerProfiles.userId))
    .where(eq(customerProfiles.userId, userId));
  return customer;
}

function wordsOf(
  decision: AgeDecision,
  rejection: AgeRejection | null,
  { minimumAge, phone }: { minimumAge: number; phone: string },
): { title: string; message: string } {
  switch (decision) {
    case 'approved':
      return {
        title: 'Your age is confirmed',
        message: `We have confirmed that you are ${minimumAge} or older. Please still bring your ID to every pickup.`,
      };
    case 'rejected': {
      const because = rejection ? `${rejectionWords(rejection, minimumAge)} ` : '';
      return {
        title: 'We could not confirm your age',
        message: `${because}Items for adults cannot be reserved. If this is wrong, call us at ${phone} or show your ID at the store.`,
      };
    }
    case 'undecided':
      return {
        title: 'Your age is being checked again',
        message:
          'We withdrew an earlier decision about your age and will review it again. You do not need to do anything.',
      };
  }
}
