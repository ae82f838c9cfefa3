import { expect, test } from 'vitest'
import { refuseCommon } from './common-passwords.server.ts'

const programme = { name: 'Courtside Youth Tennis', clubs: ['Millbrook Courts'] }

test('a password that everybody guesses is refused, with digits or without', () => {
  const guessed = ['password', 'Password123', '12345678', '8472910365', 'iloveyou', 'qwertyui99']
  const ours = ['courtside', 'Courtside2027', 'courtsideyouthtennis', 'millbrook1', 'courtside youth tennis']
  for (const password of [...guessed, ...ours])
    expect(() => refuseCommon(password, programme), password).toThrow('This password is easy to guess.')
})

test('words of the programme alone are refused, however they are put together', () => {
  const together = [
    'courtsidetennis',
    'TennisCourtside1',
    'tennis-millbrook',
    'Youth.Courts!2027',
    'tennistennis',
  ]
  for (const password of together)
    expect(() => refuseCommon(password, programme), password).toThrow('This password is easy to guess.')
})

test('such a word within a longer password is no matter', () => {
  for (const password of [
    'baseline-rally-7',
    'my password is long',
    'courtside lobster',
    'forehand-99',
    '7$9#2!4&8%',
  ])
    expect(() => refuseCommon(password, programme), password).not.toThrow()
})
