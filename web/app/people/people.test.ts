import { expect, test } from 'vitest'
import type { z } from 'zod'
import { toFieldProblems } from '#platform/forms/submit.server.ts'
import {
  EmailChangeForm,
  EmailForm,
  LoginForm,
  NewPasswordForm,
  RegisterForm,
} from './accounts/forms.schema.ts'
import { ContactForm, GuardianForm } from './care/care.schema.ts'
import { EmergencyContact, NewPerson, PersonUpdate, SignUp, typed } from './people.schema.ts'
import * as rules from './people.ts'

const parent = {
  account_type: 'parent',
  'parent.first_name': 'Robin',
  'parent.last_name': 'Vale',
  'parent.phone': '(555) 010-0100',
  'user.email': 'robin@example.test',
  'user.password': 'baseline7',
  confirmation: 'baseline7',
  'user.liability_agreed': 'on',
  g_recaptcha_response: 'solved',
}
const player = {
  ...parent,
  account_type: 'player',
  'player.first_name': 'Juno',
  'player.last_name': 'Vale',
  'player.phone': '',
  'player.birthday': '2008-02-29',
  'player.skill_level': 'Advanced',
}

function problems(schema: z.ZodType, form: object): Record<string, string> {
  const parsed = schema.safeParse(form)
  return parsed.success ? {} : toFieldProblems(parsed.error)
}

test('a complete parent form and a complete player form pass', () => {
  expect(problems(RegisterForm, parent)).toEqual({})
  expect(problems(RegisterForm, player)).toEqual({})
})

test('an empty parent form names what is missing P5.1 P5.9 P5.11 P5.12 P5.13', () => {
  expect(problems(RegisterForm, {})).toMatchObject({
    'user.email': 'Valid email address is required.',
    confirmation: 'Password confirmation is required.',
    'parent.first_name': 'First Name is required.',
    'parent.last_name': 'Last Name is required.',
    'parent.phone': 'Valid phone number is required.',
  })
})

test('the register form wants a password of 8 characters and the release P5.5 P5.7 P5.23', () => {
  expect(problems(RegisterForm, {})).toMatchObject({
    'user.password': 'Password must be at least 8 characters',
    'user.liability_agreed': 'Please agree to the liability release form.',
  })
  expect(problems(RegisterForm, { ...parent, 'user.password': '1234567', confirmation: '1234567' })).toEqual({
    'user.password': 'Password must be at least 8 characters',
  })
})

test('a player account needs birthday, skill level and the emergency contact P4.29 P4.30 P4.31 P5.22', () => {
  const contact = { 'parent.first_name': '', 'parent.last_name': '', 'parent.phone': '' }
  expect(problems(RegisterForm, { ...parent, ...contact, account_type: 'player' })).toEqual({
    'player.first_name': 'First Name is required.',
    'player.last_name': 'Last Name is required.',
    'player.birthday': 'Player birthday is required.',
    'player.skill_level': 'Skill Level is required.',
    'parent.first_name': 'First Name is required.',
    'parent.last_name': 'Last Name is required.',
    'parent.phone': 'Valid phone number is required.',
  })
})

test('the two passwords must be the same, whatever else is wrong P5.10', () => {
  const sentence = 'Password and Confirm Password must be match.'
  expect(problems(RegisterForm, { ...parent, confirmation: 'other' })).toEqual({ confirmation: sentence })
  expect(problems(NewPasswordForm, { password: 'short', confirmation: 'other' })).toEqual({
    password: 'Password must be at least 8 characters',
    confirmation: sentence,
  })
})

test('a new password is at least 8 characters long P5.6 P5.8', () => {
  for (const password of ['', '1234567'])
    expect(problems(NewPasswordForm, { password, confirmation: password })).toMatchObject({
      password: 'Password must be at least 8 characters',
    })
  expect(problems(NewPasswordForm, { password: '12345678', confirmation: '12345678' })).toEqual({})
})

test('login wants an email and a password P5.1 P5.2 P5.4', () => {
  expect(problems(LoginForm, { email: '', password: '' })).toEqual({
    email: 'Valid email address is required.',
    password: 'Password is required.',
  })
  for (const email of ['robin', 'robin@', '@example.test', 'a b@example.test', 'robin@example'])
    expect(problems(LoginForm, { email, password: 'x' })).toEqual({ email: 'Email address is invalid.' })
})

test('the pages turn an email to lower case, the API refuses capitals P5.3', () => {
  const email = 'Robin@Example.Test'

  expect(LoginForm.parse({ email, password: 'x' }).email).toBe('robin@example.test')
  const payload = { user: { email, liability_agreed: true, password: 'baseline7' } }
  expect(problems(SignUp, payload)['user.email']).toBe('Email address is invalid.')
})

const pip = { first_name: 'Pip', last_name: 'Vale', birthday: '2016-05-05', skill_level: 'Beginner' }

test('a phone fits the mask (000) 000-0000, or is left out of the player form P5.15 P5.16 P5.18', () => {
  for (const phone of ['555010010', '(555) 010-01000', '555-010-0100 or mail']) {
    expect(problems(RegisterForm, { ...parent, 'parent.phone': phone })).toEqual({
      'parent.phone': 'Invalid phone number.',
    })
    expect(problems(typed(NewPerson), { ...pip, phone })).toEqual({ phone: 'Invalid phone number.' })
  }
  expect(problems(NewPerson, { ...pip, phone: '' })).toEqual({})
  expect(problems(NewPerson, pip)).toEqual({})
})

test('the pages write a number that came without its mask, the API refuses it P5.15', () => {
  for (const phone of ['5550100100', '555-010-0100', ' +1 555 010 0100', '1.555.010.0100']) {
    expect(typed(NewPerson).parse({ ...pip, phone }).phone).toBe('(555) 010-0100')
    expect(problems(NewPerson, { ...pip, phone })).toEqual({ phone: 'Invalid phone number.' })
  }
  expect(typed(NewPerson).parse({ ...pip, phone: '1234567890' }).phone).toBe('(123) 456-7890')
})

/** As it stands in a message, on a card, or in a phone's contacts, which put marks around it that nobody sees. */
const pastedPhones = [
  '+1 555 010 0123',
  ' 15550100123 ',
  '\u202a+1 (555) 010\u20110123\u202c',
  '555\u2013010\u20130123',
]
const pastedEmails = [' Robin@Vale.Example ', '\ufeffrobin@vale.example\u200b', '\u00a0ROBIN@vale.example\n']

test.for(pastedPhones)(
  'a number that is pasted as %j is understood by every form that asks for one',
  (phone) => {
    const read = [
      RegisterForm.parse({ ...player, 'parent.phone': phone }).parent.phone,
      RegisterForm.parse({ ...player, 'player.phone': phone }).player?.phone,
      typed(NewPerson).parse({ ...pip, phone }).phone,
      typed(EmergencyContact).parse({ ...pip, phone }).phone,
      typed(ContactForm).parse({ name: 'Kim Vale', relation: 'Aunt', phone }).phone,
    ]
    expect(new Set(read)).toEqual(new Set(['(555) 010-0123']))
  },
)

test.for(pastedEmails)(
  'an email that is pasted as %j is understood by every form that asks for one',
  (email) => {
    const read = [
      LoginForm.parse({ email, password: 'x' }).email,
      EmailForm.parse({ email }).email,
      RegisterForm.parse({ ...parent, 'user.email': email }).user.email,
      RegisterForm.parse({ ...player, 'player.parent_email': email }).player?.parent_email,
      EmailChangeForm.parse({ email, present_password: 'x' }).email,
      typed(GuardianForm).parse({ email }).email,
    ]
    expect(new Set(read)).toEqual(new Set(['robin@vale.example']))
  },
)

test('a name is written in any script', () => {
  const names = [
    'Zoë',
    "O'Neill",
    'D’Angelo',
    'Anne-Marie',
    'J.R.',
    'Gal·la',
    'de la Vale',
    'Łukasz',
    'Nguyễn',
  ]
  for (const name of [...names, 'Ольга', 'محمد', 'נועה', '小明', '지우', 'क्षितिज', 'می\u200cنا', 'ครูแดง'])
    expect(problems(NewPerson, { ...pip, first_name: name, last_name: name })).toEqual({})
  expect(NewPerson.parse({ ...pip, first_name: ' Jose\u0301 \u00a0 Luis ' }).first_name).toBe('José Luis')
  expect(problems(NewPerson, { ...pip, first_name: 'é'.repeat(60) })).toEqual({})
})

test('a name holds no address, order, picture or sign that hides', () => {
  const sentence = 'A name has letters, blanks, hyphens, apostrophes and dots only.'
  const refused = [
    '😀',
    'Pip❤️',
    'ℹ',
    'a@b.example',
    'https://evil.example',
    'Pip\nVale',
    'Pip\tVale',
    '\u202ePip',
  ]
  for (const first_name of [...refused, 'Pip\u2066', 'Pip\u001b[2J', 'Pip <b>', '-', 'R2D2', '=1+1'])
    expect(problems(NewPerson, { ...pip, first_name }), first_name).toEqual({ first_name: sentence })
  expect(problems(NewPerson, { ...pip, first_name: 'www.evil.example' })).toEqual({
    first_name: 'This does not look like a name.',
  })
  expect(problems(NewPerson, { ...pip, first_name: 'é'.repeat(61) })).toEqual({
    first_name: 'A name has at most 60 letters.',
  })
})

test('a player needs a name, a real birthday and one of the four levels P3.30 P5.19 P5.20 P5.21', () => {
  const person = { first_name: 'Pip', last_name: 'Vale' }
  for (const birthday of ['', '2016-02-30', '05/05/2016', undefined])
    for (const skill_level of ['', 'Professional', undefined])
      expect(problems(NewPerson, { ...person, birthday, skill_level })).toEqual({
        birthday: 'Player birthday is required.',
        skill_level: 'Skill Level is required.',
      })
  const nameless = { birthday: '2016-02-29', skill_level: 'Beginner', first_name: ' ', last_name: '' }
  expect(problems(NewPerson, nameless)).toEqual({
    first_name: 'First Name is required.',
    last_name: 'Last Name is required.',
  })
  for (const skill_level of ['Beginner', 'Beginner/Intermediate', 'Intermediate', 'Advanced'])
    expect(problems(NewPerson, { ...person, birthday: '2016-02-29', skill_level })).toEqual({})
})

test('nobody is born tomorrow', () => {
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

  expect(rules.birthday(tomorrow)).toBe('This birthday is still to come.')
})

test('a player turns a year older on the birthday', () => {
  expect(rules.ageOn('2016-04-12', '2027-04-11')).toBe(10)
  expect(rules.ageOn('2016-04-12', '2027-04-12')).toBe(11)
  expect(rules.ageOn('2016-02-29', '2027-02-28')).toBe(10)
  expect(rules.ageOn('2016-02-29', '2027-03-01')).toBe(11)
})

test('update person needs the four fields, the other two may come along P7.17', () => {
  const four = { id: crypto.randomUUID(), first_name: 'Pip', last_name: 'Vale', phone: null }

  expect(problems(PersonUpdate, four)).toEqual({})
  expect(problems(PersonUpdate, { ...four, birthday: '2016-05-05', skill_level: 'Advanced' })).toEqual({})
  expect(Object.keys(problems(PersonUpdate, {}))).toEqual(['id', 'first_name', 'last_name', 'phone'])
})

test('a password of 8 characters is taken, one of 7 is not P9.5', () => {
  expect(rules.newPassword('12345678')).toBeUndefined()
  expect(rules.newPassword('1234567')).toBe('Password must be at least 8 characters')
})
