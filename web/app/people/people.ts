import { refusals } from '#platform/refusal.ts'

/** What may stand in the fields of people and accounts, for the browser and the server alike. */
export const skillLevels = ['Beginner', 'Beginner/Intermediate', 'Intermediate', 'Advanced'] as const
type SkillLevel = (typeof skillLevels)[number]

/** The registration form's name at the bot check. */
export const botCheckAction = 'RegisterUserAction'
export const loginCheckAction = 'LoginAction'
export const secondStepCheckAction = 'SecondStepAction'

/** A rule answers the sentence that is shown, or undefined where the value will do. */
export type Rule = (value: string) => string | undefined

const emailPattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/
const phonePattern = /^\(\d{3}\) \d{3}-\d{4}$/
const dayPattern = /^(19|20)\d\d-\d\d-\d\d$/

/** Letters and their marks in any script, blanks, ' ’ - . · and the joiners that some scripts write within a word. */
const namePattern = /^(?:[\p{L}\p{M} '’.·-]|\u200c|\u200d)+$/u
const mostLetters = 60

/** A name that is asked for by `sentence`. Nothing passes that could read as an address or order in a mail. */
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

/** One way to write it: letters and their marks put together, one common blank between words. */
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
/** What is not typed into a form keeps to the same rule. */
export const isName = (value: string) => firstName(value) === undefined
export const optionalPhone: Rule = (value) =>
  !value || phonePattern.test(value) ? undefined : 'Invalid phone number.'
export const phone: Rule = (value) => (value ? optionalPhone(value) : 'Valid phone number is required.')
export const birthday: Rule = (value) => {
  const isDay = dayPattern.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
  if (!isDay) return 'Player birthday is required.'
  return new Date(value) > new Date() ? 'This birthday is still to come.' : undefined
}
/** Younger ones are added to a parent's account. */
export const playerAccountAge = 13
/** From then on nobody else needs to know. */
export const adultAge = 18
/** The birthday of somebody who makes an account alone. */
const ownBirthday: Rule = (value) => {
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

/** Whole years on that day; both 'YYYY-MM-DD'. */
export function ageOn(birthday: string, today: string): number {
  const hadBirthday = today.slice(5) >= birthday.slice(5)
  return Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (hadBirthday ? 0 : 1)
}

/** Without the marks that nobody sees and that come along from other programs. */
export const plainEmail = (typed: string) =>
  typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()

/** A number of ten digits, or of eleven with the country's 1, in the form of the mask. Whatever else stays as it is. */
export function plainPhone(typed: string): string {
  const isNumber = /^[\s\p{Cf}]*\+?[\d\s().\p{Pd}\p{Cf}]*$/u.test(typed)
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (!isNumber || digits.length !== 10) return typed
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** What was typed into the field of this name, as it is checked and stored. */
export function plainValue(name: string, typed: string): string {
  if (name.endsWith('email')) return plainEmail(typed)
  return name.endsWith('phone') ? plainPhone(typed) : typed
}

/** Today on the calendar of whoever runs this; the server asks the programme's. */
const todayHere = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toJSON().slice(0, 10)

/** A form's rules by the names of its fields; `other` reads another field of the same form. */
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
/** Named by the paths of the registration payload, which the form's fields carry. */
export const registerFields: FieldRules = {
  'player.first_name': firstName,
  'player.last_name': lastName,
  'player.phone': optionalPhone,
  'player.birthday': ownBirthday,
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
