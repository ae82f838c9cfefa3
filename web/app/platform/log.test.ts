import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { serializeError, withoutSecret } from './log.server.ts'

test('the log tells which statement failed and why, and nothing of what it would have written', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'accounts_email_key' })
  const failed = new DrizzleQueryError(
    'insert into accounts (email) values ($1)',
    ['edith@example.test'],
    cause,
  )

  const shown = JSON.stringify(serializeError(failed))

  expect(shown).toContain('insert into accounts')
  expect(shown).toContain('accounts_email_key')
  expect(shown).not.toContain('edith')
})

test('an address in the log names no secret of a mailed link', () => {
  expect(withoutSecret('/pages/reset-password/pZ0vq3mB1yq0')).toBe('/pages/reset-password/…')
  expect(withoutSecret('/pages/confirm-email/pZ0vq3mB1yq0.data')).toBe('/pages/confirm-email/….data')
  for (const page of ['receipt', 'success'])
    expect(withoutSecret(`/pages/donate/${page}/0b0f7c1e-1111`)).toBe(`/pages/donate/${page}/…`)
  for (const path of ['/pages/family-players/7', '/pages/donate', '/pages/donate.data'])
    expect(withoutSecret(path)).toBe(path)
})
