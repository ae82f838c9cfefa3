import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect } from 'vitest'
import routes from '../app/routes.ts'
import { signedInToken } from './api-client.ts'
import { anAccount, anEvent, aProgramme } from './builders.ts'
import { test } from './database.ts'
import { aSite } from './site.ts'
import { aWorld } from './world.ts'

const calendar = '/pages/registration-history/calendar'

/** Whoever comes by may open these; every other address asks to log in first. */
const forEverybody = [
  '/',
  '/pages/login',
  '/pages/logout',
  '/pages/register',
  '/pages/confirm/:token?',
  '/pages/forget/password',
  '/pages/reset-password/:token?',
  '/pages/confirm-email/:token?',
  '/pages/donate',
  '/pages/donate-bottinelli',
  '/pages/donate/success/:id',
  '/pages/donate/receipt/:id',
  '/pages/staff',
  '/pages/staff/:id/picture/:version',
  '/pages/policy',
  '/pages/:kind/:id',
  '/development/mail/:id?',
  '/development/mail/:id/html',
  '/development/mail/:id/pdf/:index',
  '/sitemap.xml',
  '/robots.txt',
  '/invoice/*',
  '/*',
]

const pathsOf = (route: RouteConfigEntry, above = ''): string[] => {
  const path = route.path === undefined ? above : `${above}/${route.path}`
  return route.children ? route.children.flatMap((child) => pathsOf(child, path)) : [path || '/']
}
const paths = routes.flatMap((route) => pathsOf(route))
const guarded = paths.filter((path) => !forEverybody.includes(path) && path !== calendar)
const addressOf = (path: string) => path.replace(/:\w+\??/g, '7').replace('*', 'nowhere')
const toLogin = (path: string) => `/pages/login?notice=signed-out&next=${encodeURIComponent(path)}`
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

test('every page that is not open to everybody asks to log in and leads back, whichever way it is called (P6.21)', async ({
  db,
}) => {
  await aProgramme(db)
  const site = await aSite(aWorld(db), routes)

  expect(guarded.length).toBeGreaterThan(10)
  for (const init of [{}, { method: 'POST', body: 'x=1', headers: formType }])
    for (const path of guarded.map(addressOf)) {
      const page = await site(`${path}?year=2027`, init)
      expect([page.status, page.headers.get('Location')], path).toEqual([302, toLogin(`${path}?year=2027`)])
      const data = await site(`${path}.data?year=2027`, init)
      expect([data.status, await data.text()], path).toEqual([
        202,
        expect.stringContaining(`"redirect","${toLogin(`${path}?year=2027`)}"`),
      ])
    }
  const file = await site(`${calendar}?year=2027`)
  expect(file.headers.get('Location')).toBe(toLogin('/pages/registration-history?year=2027'))
})

test('whoever is signed in sees the pages of a family, and everybody sees the rest (P6.1 P6.2 P6.7)', async ({
  db,
}) => {
  await aProgramme(db)
  await anEvent(db, { id: 7, kind: 'clinic' })
  const world = aWorld(db)
  const me = await anAccount(db)
  const cookie = `sign-in=${await signedInToken(world, me.id)}`
  const site = await aSite(world, routes)

  for (const path of guarded.filter((path) => !path.includes(':')))
    expect((await site(path, { headers: { cookie } })).status, path).toBe(200)
  const open = ['/', '/pages/login', '/pages/register', '/pages/donate', '/pages/staff', '/pages/policy']
  for (const path of [...open, '/pages/clinic/7']) expect((await site(path)).status, path).toBe(200)
  for (const path of forEverybody.map(addressOf))
    expect((await site(path)).headers.get('Location') ?? '', path).not.toContain('signed-out')
})

test('an address that leads nowhere is 404 in the same words, page or file', async ({ db }) => {
  await aProgramme(db)
  const world = aWorld(db)
  const me = await anAccount(db)
  const headers = { cookie: `sign-in=${await signedInToken(world, me.id)}` }
  const site = await aSite(world, routes)
  const nobody = '0b6f4b0e-6a3c-4f0e-9d6e-3d1f7a4b2c11'
  const pages = [
    '/nowhere',
    '/pages/clinic/7',
    '/pages/clinic/seven',
    '/pages/cricket/7',
    '/pages/family-players/pip',
    `/pages/family-players/${nobody}`,
    `/pages/family-players/${nobody}/delete`,
    '/pages/order/success/7',
    `/pages/invoice/unpaid-invoice/${me.id}/MMXX`,
    `/pages/invoice/receipt/${nobody}/7`,
    `/pages/donate/success/${nobody}`,
    '/pages/donate/receipt/7',
    '/development/mail/7',
  ]
  const files = [
    `${calendar}?year=2027`,
    `${calendar}?registration=x`,
    `${calendar}?year=%0d%0aX`,
    '/pages/staff/7/picture/x',
    '/development/mail/7/html',
    '/development/mail/x/pdf/0',
  ]

  for (const path of pages) {
    const page = await site(path, { headers })
    expect([page.status, await page.text()], path).toEqual([
      404,
      expect.stringContaining('Just wide of the line'),
    ])
  }
  for (const path of files) {
    const file = await site(path, { headers })
    expect([file.status, await file.text()], path).toEqual([404, 'We could not find that.'])
  }
})
