import { desc } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { storableText } from '../platform/http/requests.ts'
import type { Db } from '../platform/storage/storage.ts'
import { deviceSessions } from './device-data.tables.ts'

const longest = 128

/** PayPal's endpoint, and Kount's below Braintree's assets. */
export function deviceData({ db }: { db: Db }): Hono {
  const app = new Hono()
  const store = async (c: Context, collector: 'fraudnet' | 'kount', id = '', source = '') => {
    const line = (text: string) => storableText(text).slice(0, longest)
    const site = c.req.header('referer')
    if (id)
      await db.insert(deviceSessions).values({
        collector,
        id: line(id),
        source: line(source),
        site: site && URL.canParse(site) ? line(new URL(site).origin) : null,
      })
    return c.html('<!doctype html><html lang="en"><title>Device data</title></html>')
  }
  app.get('/da/r/frame', (c) => store(c, 'fraudnet', c.req.query('f'), c.req.query('s')))
  for (const path of ['/data/logo.htm', '/sandbox/data/logo.htm'])
    app.get(path, (c) => store(c, 'kount', c.req.query('s'), c.req.query('m')))
  return app
}

export function listDeviceSessions({ db }: { db: Db }, most = 20) {
  return db.select().from(deviceSessions).orderBy(desc(deviceSessions.number)).limit(most)
}
