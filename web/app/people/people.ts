/** What may stand in the fields of people and accounts, for the browser and the server alike. */
export const skillLevels = ['Beginner', 'Beginner/Intermediate', 'Intermediate', 'Advanced'] as const
export type SkillLevel = (typeof skillLevels)[number]

/** The registration form's name at the bot check. */
export const botCheckAction = 'RegisterUserAction'

/** A rule answers the sentence that is shown, or undefined where the value will do. */
export type Rule = (value: string) => string | undefined

const emailPattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/
const phonePattern = /^\(\d{3}\) \d{3}-\d{4}$/
const dayPattern = /^(19|20)\d\d-\d\d-\d\d$/

const required =
  (sentence: string): Rule =>
  (value) =>
    value.trim() ? undefined : sentence

export const email: Rule = (value) => {
  if (!value) return 'Valid email address is required.'
  return value.length <= 254 && emailPattern.test(value) ? undefined : 'Email address is invalid.'
}
export const loginPassword: Rule = (value) => (value ? undefined : 'Password is required.')
export const newPassword: Rule = (value) => {
  if (value.length < 8) return 'Password must be at least 8 characters'
  return value.length > 200 ? 'Password must be at most 200 characters' : undefined
}
export const confirmation = (value: string, password: string) => {
  if (!value) return 'Password confirmation is required.'
  return value === password ? undefined : 'Password and Confirm Password must be match.'
}
export const firstName = required('First Name is required.')
export const lastName = required('Last Name is required.')
export const optionalPhone: Rule = (value) =>
  !value || phonePattern.test(value) ? undefined : 'Invalid phone number.'
export const phone: Rule = (value) => (value ? optionalPhone(value) : 'Valid phone number is required.')
export const birthday: Rule = (value) => {
  const isDay = dayPattern.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
  if (!isDay) return 'Player birthday is required.'
  return new Date(value) > new Date() ? 'This birthday is still to come.' : undefined
}
export const skillLevel: Rule = (value) => (isSkillLevel(value) ? undefined : 'Skill Level is required.')
export const agreed: Rule = (value) => (value ? undefined : 'Please agree to the liability release form.')

export const isSkillLevel = (value: string): value is SkillLevel =>
  skillLevels.some((level) => level === value)

export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`

/** Whole years on that day; both 'YYYY-MM-DD'. */
export function ageOn(birthday: string, today: string): number {
  const hadBirthday = today.slice(5) >= birthday.slice(5)
  return Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (hadBirthday ? 0 : 1)
}

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
export const passwordChangeFields: FieldRules = { ...presentPasswordFields, ...passwordFields }
export const contactFields: FieldRules = { first_name: firstName, last_name: lastName, phone }
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
  'player.birthday': birthday,
  'player.skill_level': skillLevel,
  'parent.first_name': firstName,
  'parent.last_name': lastName,
  'parent.phone': phone,
  'user.email': email,
  'user.password': newPassword,
  confirmation: (value, other) => confirmation(value, other('user.password')),
  'user.liability_agreed': agreed,
}
