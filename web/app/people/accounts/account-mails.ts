import { type MailContent, mailLayout } from '#mail/mail-layout.ts'
import { retention } from '#platform/retention.ts'

type Programme = MailContent['programme']

const made = (subject: string, content: Omit<MailContent, 'title'>) => ({
  subject,
  ...mailLayout({ title: subject, ...content }),
})

export const { activationHours, resetHours, emailChangeHours, welcomeDays } = retention

/** Without a name: until the address is confirmed, anybody may have typed both. */
export const activationMail = (programme: Programme, url: string) =>
  made(`Activate your ${programme.name} account`, {
    programme,
    paragraphs: [
      'Hello,',
      'Your account is made. Activate it, then you can log in, add your players and register them.',
    ],
    button: { text: 'Activate my account', url },
    after: [
      `The link works once, within ${activationHours} hours. You can ask for a new one on the login page.`,
      'If you did not sign up, ignore this mail: the account stays closed.',
    ],
  })

/** After the desk made an account. The address may be a stranger's. */
export const welcomeMail = (programme: Programme, url: string) =>
  made(`Welcome to ${programme.name}`, {
    programme,
    paragraphs: [
      'Hello,',
      'We made an account for your family. Choose a password and read our liability release: then you see your registrations, and can pay and change them.',
    ],
    button: { text: 'Open my account', url },
    after: [
      `The link works once, within ${welcomeDays} days. For a new one, choose "Forgot your password?" on the login page.`,
      'If you do not know us, ignore this mail: nobody can log in.',
    ],
  })

/** To an address with an active account; `why`: the request. */
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

export const parentNoticeMail = (programme: Programme, email: string) =>
  made(`A player account at ${programme.name}`, {
    programme,
    paragraphs: [
      'Hello,',
      `A player made an account with us and named you as a parent. The email address of the account is ${email}.`,
      'With it the player can register for sessions and pay for them. If you agree, there is nothing to do.',
      `If you do not, or know nothing of it, write to ${programme.email}: we delete the account.`,
    ],
    after: ['We do not keep your address.'],
  })

/** After several sign-ups with one unconfirmed address: none of their passwords counts. */
export const choosePasswordMail = (programme: Programme, url: string) =>
  made(`Activate your ${programme.name} account`, {
    programme,
    paragraphs: [
      'Hello,',
      'Somebody, probably you, signed up with this email address more than once. So that your own password opens the account, and no other, please choose it now: that activates the account too.',
    ],
    button: { text: 'Choose my password', url },
    after: [
      `The link works once, within ${activationHours} hours. You can ask for a new one on the login page.`,
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

export const newEmailMail = (programme: Programme, url: string) =>
  made(`Confirm your new email address for ${programme.name}`, {
    programme,
    paragraphs: ['You asked to use this email address for your account. Open the link to confirm it.'],
    button: { text: 'Use this address', url },
    after: [
      `The link works once, within ${emailChangeHours} hours. Until then your old address stays, and afterwards you log in with this one.`,
      'If you did not ask for this, ignore this mail: nothing changes.',
    ],
  })

/** To the new address, if another account has it. */
export const takenEmailMail = (programme: Programme, url: string) =>
  made(`You already have a ${programme.name} account`, {
    programme,
    paragraphs: [
      'Somebody, probably you, asked to use this email address for another account. It has an account of its own, so nothing was changed.',
    ],
    button: { text: 'Login', url },
    after: ['If that was not you, you need not do anything.'],
  })

/** To the present address, so that its holder learns of a change by somebody else. */
export const emailAskedMail = (programme: Programme, newEmail: string) =>
  made('Your email address is about to change', {
    programme,
    paragraphs: [
      `Somebody who knows your password asked to change the email address of your account to ${newEmail}. It changes when the link in the mail to that address is opened.`,
      'If that was not you, log in and change your password now, and tell us.',
    ],
  })

export const emailChangedMail = (programme: Programme, newEmail: string) =>
  made('Your email address was changed', {
    programme,
    paragraphs: [
      `Your account now has the email address ${newEmail}. Everybody was logged out.`,
      'If that was not you, write or call us at once.',
    ],
  })

/** So that the use of a stolen link is noticed. */
export const passwordSetMail = (programme: Programme) =>
  made('Your password was changed', {
    programme,
    paragraphs: [
      'The password of your account was set anew with a link from a mail to this address. Everybody was logged out.',
      'If that was not you, choose "Forgot your password?" on the login page at once, and tell us.',
    ],
  })

export const passwordChangedMail = (programme: Programme) =>
  made('Your password was changed', {
    programme,
    paragraphs: [
      'The password of your account was changed, and you are logged out everywhere else.',
      'If that was not you, choose "Forgot your password?" on the login page at once, and tell us.',
    ],
  })
