import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { shownOf } from './log.server.ts'

test('the log tells which statement failed and why, and nothing of what it would have written', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'accounts_email_key' })
  const failed = new DrizzleQueryError(
    'insert into accounts (email) values ($1)',
    ['edith@example.test'],
    cause,
  )

  const shown = JSON.stringify(shownOf(failed))

  expect(shown).toContain('insert into accounts')
  expect(shown).toContain('accounts_email_key')
  expect(shown).not.toContain('edith')
})
