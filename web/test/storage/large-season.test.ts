import { expect } from 'vitest'
import { events, sessions } from '#events/events.tables.ts'
import type { Kind } from '#events/kinds.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import routes from '../../app/routes.ts'
import { aProgramme, timeZone } from '../builders/builders.ts'
import { test } from '../harness/database.ts'
import { aSite } from '../harness/site.ts'
import { aWorld } from '../harness/world.ts'

test('of 400 open events the first page shows some of each kind and leads, without script, to every one', async ({
  db,
}) => {
  await aProgramme(db)
  const kindOf = (number: number): Kind => (number < 350 ? 'clinic' : 'league')
  const event = (number: number) => ({
    key: `event-${number}`,
    kind: kindOf(number),
    name: `Clinic of the morning ${number}`,
    summary: 'Ages 8 to 10, mornings, all levels.',
    ...{ description: '', priceCents: 18_000, priceDescription: 'per week', location: 'Fairmeadow Park' },
    ...{ formats: [], missions: [] },
  })
  const rows = await db
    .insert(events)
    .values(Array.from({ length: 400 }, (_, number) => event(number)))
    .returning({ id: events.id })
  const startsOn = addDays(todayIn(timeZone), 5)
  const session = { number: 1, startsOn, endsOn: startsOn, description: 'Mornings', places: 8 }
  await db.insert(sessions).values(rows.map(({ id }) => ({ ...session, eventId: id })))
  const site = await aSite(aWorld(db), routes)
  const read = async (path: string) => (await site(path)).text()

  const home = await read('/')
  expect(home.length).toBeLessThan(100_000)
  const seen = new Set<string>()
  const left = ['/']
  for (let path = left.pop(); path; path = left.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const page = await read(path)
    expect(page.length).toBeLessThan(200_000)
    for (const [, to = ''] of page.matchAll(/href="(\/(?:\?kind=|pages\/(?:clinic|league)\/)[^"#]*)/g)) {
      const address = to.replaceAll('&amp;', '&')
      if (address.startsWith('/?')) left.push(address)
      else seen.add(address)
    }
  }
  expect([...seen].filter((path) => path.startsWith('/pages/'))).toHaveLength(400)
})
