import { sql } from 'drizzle-orm'
import { sessions } from '../../web/app/events/events.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { addDays } from '../../web/app/platform/format/dates.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { programme } from '../../web/app/platform/settings/programme.tables.ts'
import { editDraft, findDraft } from '../../web/app/season/drafts/drafts.server.ts'
import { aMember } from '../../web/test/builders/builders.ts'
import { addTown, priceCents } from '../families.ts'
import { openPostOffice } from '../harness/post-office.ts'
import { atMost, expectThat, formatSpread, note, title } from '../harness/report.ts'
import { makeDatabase, openSite, untilMailIsSent } from '../site.ts'
import { startParents } from './parents.ts'

const [previews, mails, checkouts, parallel] = [20, 300, 400, 8]
/** Longest extra wait of a checkout, in milliseconds. */
const mostLonger = 500

/** Checkouts alone, then during previews of drafts and a publish that mails 300 families. */
export async function measurePreviews() {
  title(`Checkouts during ${previews} previews of 200 sessions, and a publish with ${mails} mails`)
  const { url, db, close } = await makeDatabase('previews')
  const firstSession = await addTown(db, mails + 3 * checkouts, 200)
  const members = await openDesk(db, firstSession)
  const [mail, parents] = [await openPostOffice(), startParents()]
  const site = await openSite(url, { SMTP_URL: mail.url })
  let from = 1 + mails
  const longestWait = async () => {
    const load = { url: site.url, firstSession, sessions: 200, parallel, count: checkouts, from }
    from += checkouts
    return Math.max(...(await parents.checkOut(load)))
  }
  const request = (member: Member, query = '', body?: URLSearchParams) =>
    fetch(`${site.url}/desk/season/changes${query}`, {
      ...(body && { method: 'POST', body }),
      headers: { Cookie: `sign-in=${member.token}`, Origin: site.url },
      redirect: 'manual',
    })
  await longestWait()
  const alone = await longestWait()

  const isOver = longestWait()
  const began = performance.now()
  const answers = await Promise.all(members.map((member) => request(member)))
  const pages = await Promise.all(answers.map((answer) => answer.text()))
  const previewed = performance.now()
  const [first] = members
  const published = await request(
    orNotFound(first),
    '?form=publish',
    new URLSearchParams({ readAt: orNotFound(first).readAt }),
  )
  const [forPreviews, forPublish] = [previewed - began, performance.now() - previewed]
  const longest = await isOver
  await untilMailIsSent(url)

  const families = pages.map((page) => Number(/Publish and tell (\d+) families/.exec(page)?.[1]))
  expectThat(
    'every preview names the families',
    families.every((count) => count >= mails),
    formatSpread(families),
  )
  const { status, headers } = published
  expectThat(
    'the publish tells them',
    Number(headers.get('location')?.split('told=')[1]) >= mails,
    `${status} ${headers.get('location')}`,
  )
  atMost(
    mostLonger,
    'milliseconds that a checkout waits longer than alone',
    longest - alone,
    `${longest.toFixed(0)} ms at most, alone ${alone.toFixed(0)} ms`,
  )
  note(`the previews took ${forPreviews.toFixed(0)} ms together, the publish ${forPublish.toFixed(0)} ms`)
  await site.close()
  parents.close()
  mail.close()
  await close()
}

type Member = { token: string; readAt: string }

/** Each member's draft moves the session of the first 300 families. */
async function openDesk(db: Db, sessionId: number): Promise<Member[]> {
  await db.update(programme).set({ seasonBase: '2026-01-01' })
  await db.update(sessions).set({ places: 10_000 })
  await db.execute(sql`with ordered as (
      insert into orders (account_id, family_id, method, idempotency_key, total_cents)
      select id, family_id, 'later', 'desk', ${priceCents}::int from accounts order by id limit ${mails}::int
      returning id, account_id, family_id),
    placed as (
      insert into registrations (account_id, family_id, person_id, session_id, order_id, price_cents, due_cents)
      select account_id, family_id, account_id, ${sessionId}::int, id, ${priceCents}::int, ${priceCents}::int from ordered
      returning id, family_id, price_cents)
    insert into postings (by, family_id, registration_id, kind, cents)
    select 'site', family_id, id, 'price', price_cents from placed`)
  const members: Member[] = []
  while (members.length < previews) members.push(await aWriter(db, members.length))
  return members
}

async function aWriter(db: Db, index: number): Promise<Member> {
  const { id, token } = await aMember(db, ['registrar'])
  const writer = { accountId: id, actor: `member:${id}` } as const
  await editDraft(db, writer, (season) => {
    const [clinic] = season.clinics ?? []
    const [first, ...others] = orNotFound(clinic).sessions
    const { starts, ends, ...rest } = orNotFound(first)
    const moved = { ...rest, starts: addDays(starts, 7 + index), ends: addDays(ends, 7 + index) }
    return { ...season, clinics: [{ ...orNotFound(clinic), sessions: [moved, ...others] }] }
  })
  return { token, readAt: String(orNotFound(await findDraft(db, writer)).changedAt.getTime()) }
}
