import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { openInvitations } from '#team/invitations/invitations.server.ts'
import { aMember, aProgramme } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { formType } from '../../test/harness/http-client.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'
import siteMap from '../routes.ts'
import { deskPages } from './desk-pages.ts'
import type { Role } from './roles.ts'

const files = import.meta.glob<{ loader?: unknown; action?: unknown }>('../**/*.route.{ts,tsx}')
const isDesk = ({ file }: { file: string }) => file === 'desk/desk.route.tsx'
const pages = siteMap.filter(isDesk).flatMap(({ children = [] }) => children)

/** The site with one more page at the desk, the team's, that the table does not know. */
const withTeamAt = (path: string) => {
  const page = { file: 'desk/team/team.route.tsx', id: 'a new page', path }
  return siteMap.map((entry) =>
    isDesk(entry) ? { ...entry, children: [page, ...(entry.children ?? [])] } : entry,
  )
}

async function askingAs(db: Db, role: Role, routes = siteMap) {
  await aProgramme(db)
  const { token } = await aMember(db, [role])
  const site = await aSite(aWorld(db), routes)
  const cookie = `sign-in=${token}`
  return {
    read: (path: string) => site(path, { headers: { cookie } }),
    send: (path: string, form: Record<string, string>) =>
      site(path, {
        method: 'POST',
        headers: { ...formType, cookie, origin: 'http://localhost:3000' },
        body: new URLSearchParams(form).toString(),
      }),
  }
}

const invitation = { email: 'new@example.test', role: 'reader' }

test('every page of the desk has its rights in the table, and every form', async () => {
  expect(Object.keys(deskPages).sort()).toEqual(pages.map(({ path }) => `/${path}`).sort())

  for (const { path, file } of pages) {
    const { loader, action } = (await files[`../${file}`]?.()) ?? {}
    const row = deskPages[`/${path}` as keyof typeof deskPages]
    // Without a loader nobody would be asked for the right to see it.
    expect(loader, `the loader of ${file}`).toBeDefined()
    expect('form' in row || 'forms' in row, `a form of ${file}`).toBe(action !== undefined)
  }
})

test('a page of the desk that the table does not name opens for nobody, an owner neither, and does nothing', async ({
  db,
}) => {
  const { read, send } = await askingAs(db, 'owner', withTeamAt('desk/crew'))

  for (const path of ['/desk/crew', '/desk/crew.data']) expect((await read(path)).status, path).toBe(404)
  expect((await send('/desk/crew', invitation)).status).toBe(404)
  expect((await send('/desk/crew.data', invitation)).status).toBe(404)
  expect(await openInvitations(db)).toEqual([])
})

test('a form that the table does not name is done for nobody', async ({ db }) => {
  const { read, send } = await askingAs(db, 'owner', withTeamAt('desk/log'))

  expect((await read('/desk/log')).status).toBe(200)
  for (const path of ['/desk/log', '/desk/team?form=invite', '/desk/team?form=constructor'])
    expect((await send(path, invitation)).status, path).toBe(404)
  expect(await openInvitations(db)).toEqual([])

  expect((await send('/desk/team', invitation)).status).toBe(302)
  expect(await openInvitations(db)).toHaveLength(1)
})

test('a page that is not for a role says so in the frame of the desk, and a file in words', async ({
  db,
}) => {
  const { read } = await askingAs(db, 'treasurer')

  const page = await read('/desk/team')
  const html = await page.text()
  expect(page.status).toBe(403)
  for (const text of ['<nav aria-label="Desk">', 'Your role at the desk does not open this.', 'Go to Today'])
    expect(html).toContain(text)
  const file = await read('/desk/season/file')
  expect([file.status, await file.text()]).toEqual([
    403,
    'Your role at the desk does not open this. Ask an owner if you need it.',
  ])
})
