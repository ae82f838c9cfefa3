import { type MailContent, mailLayout } from '#mail/mail-layout.ts'
import { retention } from '#platform/retention.ts'
import type { Role } from './roles.ts'

type Programme = MailContent['programme']

const made = (subject: string, content: Omit<MailContent, 'title'>) => ({
  subject,
  ...mailLayout({ title: subject, ...content }),
})

const listed = (roles: Role[]) => roles.join(' and ')
const { invitationDays } = retention
const onceWithin = `The link works once, within ${invitationDays} days.`

/** To somebody who is asked to help to run the programme. */
export const invitationMail = (programme: Programme, roles: Role[], url: string) =>
  made(`Join the team of ${programme.name}`, {
    programme,
    paragraphs: [
      'Hello,',
      `You are invited to help to run ${programme.name}, as ${listed(roles)}.`,
      'You need a password and an app for codes on your phone, or a passkey. It takes three minutes.',
    ],
    button: { text: 'Join the team', url },
    after: [onceWithin, 'If you did not expect this, ignore this mail.'],
  })

/** To a member whose second step an owner, or the owner of the server, has set back. */
export const factorResetMail = (programme: Programme, url: string) =>
  made('Your second step was reset', {
    programme,
    paragraphs: [
      'Your second step at the desk was reset, and you are logged out everywhere. Codes and passkeys of before work no more.',
    ],
    button: { text: 'Set up a new second step', url },
    after: [onceWithin, `If you did not ask for this, write to ${programme.email} at once.`],
  })
