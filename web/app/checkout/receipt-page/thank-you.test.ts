import { expect, test } from 'vitest'
import type { RegistrationEntry } from '#registrations/entries.db.server.ts'
import { bringSentences, duesByDay, seeYou, toTicket } from './thank-you.ts'

const place = (firstName: string, startsOn: string, endsOn = startsOn, priceCents = 18_000) =>
  ({
    id: 7,
    personId: firstName,
    firstName,
    lastName: 'Lobwell',
    priceCents,
    ...{ owedCents: priceCents, beingPaidCents: 0, weOweCents: 0, paidCents: 0, standing: 'unpaid' },
    ...{
      paymentCents: null,
      chargeId: null,
      isHeld: false,
      removedAt: null,
      way: null,
      transactionId: null,
      means: null,
    },
    ...{ meansLabel: null, recordedHow: null, recordedId: null, recordedAt: null },
    createdAt: new Date('2027-01-01'),
    dueOn: startsOn,
    session: {
      ...{ id: 3, number: 2, startsOn, endsOn, revision: 0 },
      description: 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
    },
    event: {
      ...{ id: 1, key: 'green', name: 'Green Ball Clinic', kind: 'clinic' },
      location: 'Fairmeadow Park<br>Courts 3 to 6<br>Mon to Thu, 9:00 am',
      ...{ coach: 'Mara Quillfeather', bring: [] },
    },
  }) satisfies RegistrationEntry

test('a ticket says when with the year, what, for whom, where and with whom', () => {
  expect(toTicket(place('Pip', '2027-06-21', '2027-06-24'))).toMatchObject({
    weekdays: 'Mon–Thu',
    day: 'Jun 21',
    until: 'to Jun 24, 2027',
    event: 'Green Ball Clinic',
    player: 'Pip Lobwell',
    session: 'Session 2, Mon to Thu, 9:00 to 11:30 am',
    place: 'Fairmeadow Park, Courts 3 to 6',
    coach: 'Coach Mara',
    amount: '$180.00',
    due: 'due Jun 21, 2027',
  })
  expect(toTicket(place('Pip', '2027-06-21'))).toMatchObject({ weekdays: 'Monday', until: '2027' })
})

test('who has places is named once, with the first day that is still to come', () => {
  const pip = place('Pip', '2027-06-21')
  const juno = place('Juno', '2027-09-07')
  const see = 'See you on Monday, June 21, 2027.'
  expect(seeYou([pip], '2027-06-01')).toBe(`Pip has a place. ${see}`)
  expect(seeYou([pip, pip], '2027-06-21')).toBe(`Pip has 2 places. ${see}`)
  expect(seeYou([juno, pip, place('Ada', '2027-09-08')], '2027-06-01')).toBe(
    'Juno, Pip and Ada have their places. Pip comes first, on Monday, June 21, 2027.',
  )
  expect(seeYou([juno, pip, place('Juno', '2027-06-21')], '2027-06-01')).toBe(
    `Juno and Pip have their places. ${see}`,
  )
  expect(seeYou([pip], '2027-06-22')).toBe('Pip has a place.')
})

test('what is due is summed for each day', () => {
  const unpaid = [
    place('Pip', '2027-09-07', '2027-09-07', 3_500),
    place('Pip', '2027-06-21'),
    place('Juno', '2027-06-21'),
  ]
  expect(duesByDay(unpaid)).toEqual(['$360.00 by Jun 21, 2027', '$35.00 by Sep 7, 2027'])
})

test('what to bring is said once, and for each event where they differ', () => {
  const clinic = { name: 'Green Ball Clinic', bring: ['water', 'a hat', 'flat shoes'] }
  const open = { name: 'Orange Ball Open', bring: [] }
  expect(bringSentences([clinic, clinic])).toEqual(['Bring water, a hat and flat shoes.'])
  expect(bringSentences([clinic, { name: 'First Rally', bring: clinic.bring }])).toHaveLength(1)
  expect(bringSentences([clinic, open, { name: 'Team Prep', bring: ['two rackets'] }])).toEqual([
    'Green Ball Clinic: bring water, a hat and flat shoes.',
    'Team Prep: bring two rackets.',
  ])
  expect(bringSentences([open])).toEqual([])
})
