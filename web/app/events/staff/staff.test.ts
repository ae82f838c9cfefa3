import { expect } from 'vitest'
import { activeEvents, staffCards, staffPicture, staffYears } from '#events/events.db.server.ts'
import { staff } from '#events/events.tables.ts'
import { anEvent } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { decodedPicture, toInitials } from './staff.server.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const img = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`

test('the staff page has one year of staff in the order of the season file, with versions in place of pictures', async ({
  db,
}) => {
  await db.insert(staff).values([
    { year: 2027, name: 'Wren', bio: 'Strings.', img: null, position: 1 },
    { year: 2027, name: 'Mara', bio: 'Head coach.', img, position: 0 },
    { year: 2026, name: 'Old', bio: 'Was here.', img: null, position: 0 },
    { year: 2028, name: 'New', bio: 'Will come.', img: null, position: 0 },
  ])

  const cards = await staffCards(db, 2027)

  expect(cards.map(({ name, bio, picture }) => [name, bio, picture?.length])).toEqual([
    ['Mara', 'Head coach.', 32],
    ['Wren', 'Strings.', undefined],
  ])
  expect(await staffYears(db, 2027)).toEqual([2027, 2026])
})

test('a picture is stored encoded and comes back decoded, by its version alone (P3.19)', async ({ db }) => {
  await db.insert(staff).values({ year: 2027, name: 'Mara', bio: 'Head coach.', img })
  const [card] = await staffCards(db, 2027)

  const stored = await staffPicture(db, card?.id ?? 0, card?.picture ?? '')

  const picture = decodedPicture(stored ?? '')
  expect(picture?.type).toBe('image/svg+xml')
  expect(new TextDecoder().decode(picture?.bytes)).toBe(drawing)
  expect(await staffPicture(db, card?.id ?? 0, 'of-yesterday')).toBeUndefined()
})

test('what is no picture of a known kind is not served', () => {
  for (const text of [
    '',
    'data:text/html;base64,PHA+',
    'data:image/png;base64,<p>',
    'https://example.com/a.png',
  ])
    expect(decodedPicture(text)).toBeUndefined()
})

test('initials stand in for a picture', () => {
  expect(['Sol Okonedo-Park', 'Mara', ' ana  de la Cruz '].map(toInitials)).toEqual(['SO', 'M', 'AC'])
})

test('the sitemap lists events that are offered, and no others', async ({ db }) => {
  const league = await anEvent(db, { kind: 'league' })
  await anEvent(db, { isActive: false })

  expect(await activeEvents(db)).toEqual([{ id: league.id, kind: 'league' }])
})
