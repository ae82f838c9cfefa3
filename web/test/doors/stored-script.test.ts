import { expect } from 'vitest'
import { donations } from '#donations/donations.tables.ts'
import { events, sessions, staff } from '#events/events.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { twoFamilies } from '../builders/two-families.ts'
import { test } from '../harness/database.ts'
import { pages } from './authorization-pages.ts'

const harm = '</script></title><img src=x onerror=alert(1)>'

test('what somebody typed or a season file says is text on every page', { timeout: 60_000 }, async ({
  db,
  gateway,
}) => {
  const { family, visitors, ask, close } = await twoFamilies(db, gateway)
  // As if no rule of names had ever been.
  const name = { firstName: harm, lastName: harm }
  for (const table of [accounts, people, donations]) await db.update(table).set(name)
  const words = {
    name: harm,
    summary: harm,
    description: harm,
    location: harm,
    formats: [harm],
    missions: [harm],
  }
  await db.update(events).set({ ...words, priceDescription: harm })
  await db.update(sessions).set({ description: harm })
  await db.update(programme).set({ name: harm, blurb: harm, addressLines: [harm], clubs: [harm] })
  await db.insert(staff).values({ name: harm, bio: harm, year: new Date().getFullYear() })
  let shown = 0

  for (const [, address] of pages) {
    const path = typeof address === 'string' ? address : address(family.ids, family)
    const { status, headers, text } = await ask(path, { headers: visitors.family.headers })
    expect(status, path).toBeLessThan(500)
    if (!headers['content-type']?.startsWith('text/html')) continue
    expect(text, path).not.toContain('<img src=x')
    expect(text, path).not.toContain('</script></title>')
    if (text.includes('&lt;img src=x')) shown += 1
  }
  await close()

  expect(shown).toBeGreaterThan(20)
})
