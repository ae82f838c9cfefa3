import { type MailContent, mailLayout } from '#mail/mail-layout.ts'

type Programme = MailContent['programme']

const made = (subject: string, content: Omit<MailContent, 'title'>) => ({
  subject,
  ...mailLayout({ title: subject, ...content }),
})

export const activationHours = 48
export const resetHours = 2

export const activationMail = (programme: Programme, firstName: string, url: string) =>
  made(`Activate your ${programme.name} account`, {
    programme,
    paragraphs: [
      `Hello ${firstName},`,
      'Your account is made. Activate it, then you can log in, add your players and register them.',
    ],
    button: { text: 'Activate my account', url },
    after: [
      `The link works once, within ${activationHours} hours. You can ask for a new one on the login page.`,
      'If you did not sign up, ignore this mail: the account stays closed.',
    ],
  })

/** To an address that has an active account already; `why` says what was asked for. */
export const alreadyMail = (programme: Programme, why: 'sign-up' | 'activation', url: string) =>
  made(`You already have a ${programme.name} account`, {
    programme,
    paragraphs: [
      why === 'sign-up'
        ? 'Somebody, probably you, tried to create an account with this email address. There is one already, and nothing was changed.'
        : 'You asked for a new activation link. Your account is active already, so there is nothing to activate.',
      'Log in with your password. If you do not remember it, choose "Forgot your password?" on the login page.',
    ],
    button: { text: 'Login', url },
    after: ['If that was not you, you need not do anything.'],
  })

/** To an address whose account was never activated: the first one stays, with its password. */
export const stillWaitingMail = (programme: Programme, url: string) =>
  made(`Activate your ${programme.name} account`, {
    programme,
    paragraphs: [
      'You signed up with this email address before, and that account is still waiting to be activated.',
      'Its password is the one you chose the first time. If you do not remember it, choose "Forgot your password?" on the login page.',
    ],
    button: { text: 'Activate my account', url },
    after: [
      `The link works once, within ${activationHours} hours.`,
      'If you did not sign up, ignore this mail: the account stays closed.',
    ],
  })

export const resetMail = (programme: Programme, url: string) =>
  made(`Choose a new ${programme.name} password`, {
    programme,
    paragraphs: ['You asked to choose a new password for your account.'],
    button: { text: 'Choose a new password', url },
    after: [
      `The link works once, within ${resetHours} hours. A new password logs you out everywhere else.`,
      'If you did not ask for this, ignore this mail: your password stays as it is.',
    ],
  })
