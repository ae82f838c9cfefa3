import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seal, unseal } from './desk-key.server.ts'

test('the key of the desk is made in a folder that nobody else can open, whatever the umask is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-desk-key-'))
  const settings = { deskKey: undefined, dataDir: join(folder, 'new', 'data') }

  const sealed = seal(settings, 'a secret', 'Robin')

  const fileMode = (path: string) => statSync(path).mode & 0o777
  expect([fileMode(settings.dataDir), fileMode(join(settings.dataDir, 'desk-key'))]).toEqual([0o700, 0o600])
  expect(unseal(settings, sealed, 'Robin')).toBe('a secret')
  rmSync(folder, { recursive: true })
})
