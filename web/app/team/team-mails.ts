import { type MailContent, mailLayout } from '#mail/mail-layout.ts'
import { longDay } from '#platform/format/dates.ts'
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

/** By an owner at the desk, or by a command. */
export const factorResetMail = (programme: Programme, url: string) =>
  made('Your second step was reset', {
    programme,
    paragraphs: [
      'Your second step at the desk was reset, and you are logged out everywhere. Codes and passkeys of before work no more.',
    ],
    button: { text: 'Set up a new second step', url },
    after: [onceWithin, `If you did not ask for this, write to ${programme.email} at once.`],
  })

export const factorChangedMail = (programme: Programme) =>
  made('Your second step was changed', {
    programme,
    paragraphs: [
      'Somebody who knows your password and had a code changed your second step at the desk. You are logged out everywhere else.',
    ],
    after: [`If that was not you, write to ${programme.email} at once.`],
  })

/** To the other owners. */
export const memberEmailChangedMail = (programme: Programme, name: string) =>
  made('The email address of a team member was changed', {
    programme,
    paragraphs: [
      `${name} helps to run ${programme.name}, and logs in with another email address from now on. The password and a code were given for it.`,
    ],
    after: [`If you did not expect this, call ${name}. On the page of the team you can end roles.`],
  })

export const memberDeletedMail = (programme: Programme, name: string) =>
  made('The account of a team member was deleted', {
    programme,
    paragraphs: [`${name} helped to run ${programme.name}. The account is deleted, with its roles.`],
    after: ['If you did not expect this, ask the others of the team.'],
  })

export type RunsOut = { what: 'background check' | 'safety training'; until: string }
const runsOut = (dates: RunsOut[]) =>
  dates.map(({ what, until }) => `${what} on ${longDay(until)}`).join(', ')

/** To a member, thirty days before. */
export const runsOutMail = (programme: Programme, dates: RunsOut[]) =>
  made('A date of yours runs out soon', {
    programme,
    paragraphs: [
      `These run out: ${runsOut(dates)}. Renew them and tell us the new date. Nobody is locked out by a date.`,
    ],
  })

/** To the owners. */
export const memberRunsOutMail = (programme: Programme, name: string, dates: RunsOut[]) =>
  made('A date of a team member runs out soon', {
    programme,
    paragraphs: [`Of ${name} these run out: ${runsOut(dates)}. We have told them too.`],
  })
