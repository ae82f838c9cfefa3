import { createRoute, z } from '@hono/zod-openapi'
import { sql } from 'drizzle-orm'
import { eraseAgain } from '#account/erasing/erase-again.server.ts'
import { writeBackup } from '#operations/backup/backup.server.ts'
import { restoreBackup, storedNow } from '#operations/backup/restore.server.ts'
import { examine } from '#operations/doctor/doctor.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { forOwner, json, newApi, problem, reply } from '#platform/http/api.server.ts'
import { refuseStrangers } from '#platform/http/owner-door.server.ts'
import { findStamp, setStamp } from '#platform/jobs/stamps.db.server.ts'
import { refuse } from '#platform/refusal.ts'
import { backupKey } from '#platform/settings/env.server.ts'
import { endStandstill } from './stand-still.server.ts'

const key = z.string().regex(backupKey, 'key is not right.')
const path = z.string().min(1).max(4096)

export const OperateRequest = z.discriminatedUnion('act', [
  z.object({ act: z.literal('backup'), path, key }),
  z.object({ act: z.literal('copied') }),
  z.object({ act: z.literal('restore'), path, key, isSure: z.boolean() }),
  z.object({ act: z.literal('go-on'), sendsMails: z.boolean() }),
  z.object({ act: z.literal('tried'), takenAt: z.string().min(1).max(40) }),
  z.object({ act: z.literal('doctor'), mailTo: z.email().optional() }),
])
export type OperateRequest = z.output<typeof OperateRequest>

export type Operated = { done: string[]; isWell: boolean }

export async function operate(world: World, request: OperateRequest): Promise<Operated> {
  world.log.info({ act: request.act }, 'a command of the owner')
  if (request.act === 'backup') {
    const { takenAt } = await writing(request.path, () => writeBackup(world.db, request.path, request.key))
    return { done: [`Done: ${request.path} holds all that was stored at ${takenAt}.`], isWell: true }
  }
  if (request.act === 'copied') {
    const backup = await findStamp(world.db, 'backup')
    await setStamp(world.db, 'backup', backup?.at, 'copied')
    return { done: [], isWell: true }
  }
  if (request.act === 'restore') return { done: await restore(world, request), isWell: true }
  if (request.act === 'doctor') return examine(world, request)
  if (request.act === 'tried') {
    await setStamp(world.db, 'trial', sql`now()`, request.takenAt)
    return { done: [], isWell: true }
  }
  await endStandstill(world, request)
  return { done: ['Done: mails and refunds go out again.'], isWell: true }
}

async function restore(world: World, { path, key, isSure }: OperateRequest & { act: 'restore' }) {
  const { db, log, migrationsFolder } = world
  const stored = await storedNow(db)
  if (stored.accounts > 0 && !isSure)
    refuse(
      'not-possible',
      `Nothing was changed. This replaces all that is stored now, ${stored.accounts} accounts and ${stored.registrations} registrations. Run it again with --yes if you want that.`,
    )
  const { takenAt } = await restoreBackup(db, path, key, migrationsFolder)
  log.warn({ takenAt }, 'a backup was restored: mails and refunds stand still')
  return [
    `Done: all is as it was at ${takenAt}. Everybody must log in anew.`,
    ...(await eraseAgain(world, path, key)),
    'Mails and refunds stand still, since they may have gone out after that time. Now:',
    '  npm run doctor               shows what may have gone out already',
    '  npm run restore -- --go-on   lets mails and refunds go out again, once you have read that',
  ]
}

/** Refuses a missing or unwritable folder. */
async function writing<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (problem) {
    const { code } = problem as { code?: string }
    const isFileError = code && ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENOSPC'].includes(code)
    if (!isFileError) throw problem
    return refuse('not-possible', `${path} cannot be written (${code}). No backup was made.`)
  }
}

const postOperate = createRoute({
  operationId: 'operate',
  method: 'post',
  path: '/operate',
  summary: 'Back up, restore, go on after a restore, and examine the site',
  ...forOwner,
  request: {
    ...forOwner.request,
    body: json(OperateRequest, { act: 'go-on', sendsMails: false }),
  },
  responses: {
    200: reply(z.object({ done: z.array(z.string()), isWell: z.boolean() }), 'What was done or found', {
      done: ['Done: mails and refunds go out again.'],
      isWell: true,
    }),
    404: problem('The secret is not right', 'not-found'),
    409: problem('It cannot be done, and nothing was changed', 'not-possible'),
  },
})

export const operateApi = newApi().openapi(postOperate, async (c) => {
  const { world } = c.var
  refuseStrangers(world.env, c.req.valid('header').authorization)
  return c.json(await operate(world, c.req.valid('json')), 200)
})
