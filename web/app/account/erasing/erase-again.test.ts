import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { noteReturned } from '#offline-payments/offline-payments.server.ts'
import { operate } from '#operations/operate.api.server.ts'
import { accounts } from '#people/people.tables.ts'
import { newKeys } from '#platform/files/sealed-file.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { anAccount, aProgramme, payByHand } from '../../../test/builders/builders.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { test as base } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { eraseAccount } from './erase-account.server.ts'
import { sweepErased } from './erased-families.server.ts'

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads there what a fixture needs.
const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-erased-'))
  onCleanup(() => rmSync(folder, { recursive: true }))
  return folder
})

test('an account that its family deleted after a backup is erased again by the restore of it, without another mail', async ({
  db,
  gateway,
  folder,
}) => {
  const { secret, open } = await newKeys()
  const world = aWorld(db, { ...gateway.settings, BACKUP_KEY: open, DATA_DIR: folder })
  await aProgramme(db)
  const [stays, gone] = [await anAccount(db), await anAccount(db)]
  const path = join(folder, 'of-the-day.age')
  await operate(world, { act: 'backup', path, key: open })

  await eraseAccount(world, gone.id)

  const [note = '', ...more] = readdirSync(join(folder, 'backups'))
  expect(more).toEqual([])
  expect(readFileSync(join(folder, 'backups', note), 'latin1')).toMatch(/^age-encryption/)
  writeFileSync(join(folder, 'backups', 'erased-damaged.age'), 'x')
  const { done } = await operate(world, { act: 'restore', path, key: secret, isSure: true })
  expect(done).toContain('Accounts erased again that were erased after the backup: 1.')
  expect(done).toContain('Notes of erased families that did not open, damaged or sealed with another key: 1.')
  expect(await db.select({ id: accounts.id }).from(accounts)).toEqual([{ id: stays.id }])
  expect(await db.$count(mails)).toBe(0)
})

test('what a restore may not erase again is named, and notes go as the backups do', async ({
  db,
  gateway,
  folder,
}) => {
  const { secret, open } = await newKeys()
  const world = aWorld(db, { ...gateway.settings, BACKUP_KEY: open, DATA_DIR: folder })
  const { account, rows } = await aDebtor(db)
  const { id: registrationId, personId } = orNotFound(rows[0])
  await payByHand(db, [registrationId], 'check')
  await unregister(world, account.visitor, { registrationId, personId, kind: 'clinic' })
  const path = join(folder, 'of-the-day.age')
  await operate(world, { act: 'backup', path, key: open })
  await noteReturned(world, registrationId, 'command:treasurer')
  await eraseAccount(world, account.id)

  const { done } = await operate(world, { act: 'restore', path, key: secret, isSure: true })

  expect(done).toContainEqual(expect.stringContaining(`${account.email}: We still owe you $180.00.`))
  const [note = ''] = readdirSync(join(folder, 'backups'))
  await sweepErased(world.env)
  expect(readdirSync(join(folder, 'backups'))).toEqual([note])
  const old = new Date(Date.now() - (retention.backupDays + 1) * 86_400_000)
  utimesSync(join(folder, 'backups', note), old, old)
  await sweepErased(world.env)
  expect(readdirSync(join(folder, 'backups'))).toEqual([])
})
