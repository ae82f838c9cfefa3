import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { comparisons } from '#payments/reconciliation.tables.ts'
import { heartbeats } from '#platform/jobs/site-state.tables.ts'
import { setStamp } from '#platform/jobs/stamps.db.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import routes from '#routes.ts'
import { aProgramme } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'

test('visitors see what was measured of the site, where its programme wants that, and nothing that was not', async ({
  db,
}) => {
  await aProgramme(db)
  const site = await aSite(aWorld(db), routes)
  expect((await site('/pages/reliability')).status).toBe(404)
  await db.update(programme).set({ reliabilityPage: true })
  const read = async () => (await (await site('/pages/reliability')).text()).replace(/<!-- -->/g, '')

  await db.insert(heartbeats).values({ minute: sql`date_trunc('minute', now() - interval '1 hour')` })
  const early = await read()
  expect(early).toContain('Nothing was measured yet.')
  expect(early).not.toContain('The site ran')

  // Two days with a gap of two hours, and a minute that is older than the page tells of.
  await db.execute(
    sql`insert into heartbeats select date_trunc('minute', now()) - make_interval(mins => n) from generate_series(1, 2880) n on conflict do nothing`,
  )
  await db.execute(
    sql`delete from heartbeats where minute between now() - interval '20 hours' and now() - interval '18 hours'`,
  )
  await db.execute(sql`insert into heartbeats values (now() - interval '91 days')`)
  await setStamp(db, 'trial', new Date('2027-03-04T18:00:00Z'))
  const span = {
    by: 'the clock',
    comparedFrom: sql`now()`,
    comparedUntil: sql`now()`,
    leasedUntil: sql`now()`,
  }
  await db.insert(comparisons).values({ ...span, endedAt: new Date('2027-03-06T18:00:00Z'), differences: 2 })
  const late = await read()
  expect(late).toMatch(/The site ran<\/dt><dd[^>]*>95\.83 % of all minutes since /)
  expect(late).toMatch(/A backup was last tried<\/dt><dd[^>]*>Mar 4, 2027\. It could be brought back\./)
  expect(late).toContain('Mar 6, 2027. They did not agree everywhere; we look into it.')
  expect(late).not.toContain('A backup was last needed')
})
