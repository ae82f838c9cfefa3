import { refusals } from '#platform/refusal.ts'

/** Rules for people and accounts, shared by browser and server. */
export const skillLevels = ['Beginner', 'Beginner/Intermediate', 'Intermediate', 'Advanced'] as const
type SkillLevel = (typeof skillLevels)[number]

export const botCheckAction = 'RegisterUserAction'
export const loginCheckAction = 'LoginAction'
export const secondStepCheckAction = 'SecondStepAction'

/** A rule returns the problem's sentence, or undefined if valid. */
export type Rule = (value: string) => string | undefined

const emailPattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/
const phonePattern = /^\(\d{3}\) \d{3}-\d{4}$/
const dayPattern = /^(19|20)\d\d-\d\d-\d\d$/

/** Letters and marks of any script, blanks, ' ’ - . · and zero-width joiners. */
const namePattern = /^(?:[\p{L}\p{M} '’.·-]|\u200c|\u200d)+$/u
const mostLetters = 60

/** `sentence`: for an empty name. Refuses what could read as a link or an order in a mail. */
const named =
  (sentence: string): Rule =>
  (value) => {
    const name = plainName(value)
    if (!name) return sentence
    if ([...name].length > mostLetters) return `A name has at most ${mostLetters} letters.`
    if (!namePattern.test(name) || !/\p{L}/u.test(name) || /\p{Extended_Pictographic}/u.test(name))
      return 'A name has letters, blanks, hyphens, apostrophes and dots only.'
    return /www\./i.test(name) ? 'This does not look like a name.' : undefined
  }

/** NFC, with single plain blanks. */
export const plainName = (typed: string) =>
  typed
    .normalize('NFC')
    .replace(/[ \u00a0\u3000]+/g, ' ')
    .trim()

export const email: Rule = (value) => {
  if (!value) return 'Valid email address is required.'
  return value.length <= 254 && emailPattern.test(value) ? undefined : 'Email address is invalid.'
}
export const optionalEmail: Rule = (value) => (value ? email(value) : undefined)
export const loginPassword: Rule = (value) => (value ? undefined : 'Password is required.')
export const newPassword: Rule = (value) => {
  if (value.length < 8) return 'Password must be at least 8 characters'
  return value.length > 200 ? 'Password must be at most 200 characters' : undefined
}
export const confirmation = (value: string, password: string) => {
  if (!value) return 'Password confirmation is required.'
  return value === password ? undefined : 'Password and Confirm Password must be match.'
}
export const firstName = named('First Name is required.')
export const lastName = named('Last Name is required.')
export const contactName = named('Name is required.')
export const relation = named('Write who it is, such as grandmother.')
/** For names that come from elsewhere than forms. */
export const isName = (value: string) => firstName(value) === undefined
export const optionalPhone: Rule = (value) =>
  !value || phonePattern.test(value) ? undefined : 'Invalid phone number.'
export const phone: Rule = (value) => (value ? optionalPhone(value) : 'Valid phone number is required.')
export const birthday: Rule = (value) => {
  const isDay = dayPattern.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
  if (!isDay) return 'Player birthday is required.'
  return new Date(value) > new Date() ? 'This birthday is still to come.' : undefined
}
/** Younger players are added to a parent's account. */
export const playerAccountAge = 13
export const adultAge = 18
/** For player accounts. */
const holderBirthday: Rule = (value) => {
  const problem = birthday(value)
  if (problem) return problem
  const isTooYoung = ageOn(value, todayHere()) < playerAccountAge
  return isTooYoung ? refusals['player-too-young'][1] : undefined
}
const skillLevel: Rule = (value) => (isSkillLevel(value) ? undefined : 'Skill Level is required.')
export const agreed: Rule = (value) => (value ? undefined : 'Please agree to the liability release form.')

const isSkillLevel = (value: string): value is SkillLevel => skillLevels.some((level) => level === value)

export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`

/** Whole years; both days 'YYYY-MM-DD'. */
export function ageOn(birthday: string, today: string): number {
  const hadBirthday = today.slice(5) >= birthday.slice(5)
  return Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (hadBirthday ? 0 : 1)
}

/** Drops invisible characters of pasted text. */
export const plainEmail = (typed: string) =>
  typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()

/** Formats ten digits, or eleven with the country's 1; returns others unchanged. */
export function plainPhone(typed: string): string {
  const isNumber = /^[\s\p{Cf}]*\+?[\d\s().\p{Pd}\p{Cf}]*$/u.test(typed)
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (!isNumber || digits.length !== 10) return typed
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** Normalises a field's value by its name. */
export function plainValue(name: string, typed: string): string {
  if (name.endsWith('email')) return plainEmail(typed)
  return name.endsWith('phone') ? plainPhone(typed) : typed
}

/** In the browser's time zone; the server uses the programme's. */
const todayHere = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toJSON().slice(0, 10)

/** By field name; `other` reads another field of the form. */
export type FieldRules = Record<
  string,
  (value: string, other: (name: string) => string) => string | undefined
>

export const emailFields: FieldRules = { email }
export const loginFields: FieldRules = { email, password: loginPassword }
export const passwordFields: FieldRules = {
  password: newPassword,
  confirmation: (value, other) => confirmation(value, other('password')),
}
export const presentPasswordFields: FieldRules = { present_password: loginPassword }
export const emailChangeFields: FieldRules = { email, ...presentPasswordFields }
export const releaseFields: FieldRules = { 'user.liability_agreed': agreed }
export const welcomeFields: FieldRules = { ...passwordFields, ...releaseFields }
export const passwordChangeFields: FieldRules = { ...presentPasswordFields, ...passwordFields }
export const nameFields: FieldRules = { first_name: firstName, last_name: lastName }
export const contactFields: FieldRules = { ...nameFields, phone }
export const playerFields: FieldRules = {
  first_name: firstName,
  last_name: lastName,
  phone: optionalPhone,
  birthday,
  skill_level: skillLevel,
}
/** By the paths of the registration payload. */
export const registerFields: FieldRules = {
  'player.first_name': firstName,
  'player.last_name': lastName,
  'player.phone': optionalPhone,
  'player.birthday': holderBirthday,
  'player.parent_email': optionalEmail,
  'player.skill_level': skillLevel,
  'parent.first_name': firstName,
  'parent.last_name': lastName,
  'parent.phone': phone,
  'user.email': email,
  'user.password': newPassword,
  confirmation: (value, other) => confirmation(value, other('user.password')),
  'user.liability_agreed': agreed,
}
