import { expect, test } from 'vitest'
import { parseServers } from './writable-server.server.ts'

test.for([
  ['postgres://site:p%40ss@one:5432/club', ['postgres://site:p%40ss@one:5432/club']],
  [
    'postgres://site:p%2Css@one:5432,two:6432/club?target_session_attrs=read-write',
    [
      'postgres://site:p%2Css@one:5432/club?target_session_attrs=read-write',
      'postgres://site:p%2Css@two:6432/club?target_session_attrs=read-write',
    ],
  ],
  ['postgresql://one,[::1]:5433', ['postgresql://one', 'postgresql://[::1]:5433']],
] as const)('the address %s names each of its servers', ([address, servers]) => {
  expect(parseServers(address)).toEqual(servers)
})
