import { Hono } from 'hono'
import { signIns } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { sha256 } from '#platform/hash.server.ts'
import { api } from '../../api.ts'
import { timeZone } from '../builders/builders.ts'

type Sent = { headers?: Record<string, string>; method?: string; text?: string }

/** The API as the site mounts it, called by nobody, or by a browser in which this account is signed in. */
export async function apiClient(world: World, account?: { id: string }) {
  const site = new Hono().route('/api', api(world))
  const cookie = account ? `sign-in=${await signedInToken(world, account.id)}` : ''
  const socket = { remoteAddress: '192.0.2.7', remotePort: 50_000, remoteFamily: 'IPv4' }

  /** Posts `body`; what `sent` names goes instead of what a browser on a page of ours would send. */
  return async (path: string, body?: unknown, { headers, method = 'POST', text }: Sent = {}) => {
    const ours = { 'Content-Type': 'application/json', Origin: world.env.siteUrl, cookie }
    const response = await site.request(
      `/api${path}`,
      {
        method,
        headers: { ...ours, ...headers },
        ...(method !== 'GET' && { body: text ?? JSON.stringify(body ?? {}) }),
      },
      { incoming: { socket } },
    )
    return { status: response.status, answer: await response.json() }
  }
}

export async function signedInToken({ db }: World, accountId: string) {
  const token = crypto.randomUUID()
  const expiresAt = new Date(addDays(todayIn(timeZone), 2))
  await db.insert(signIns).values({ tokenHash: sha256(token), accountId, expiresAt })
  return token
}
