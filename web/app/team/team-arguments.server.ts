import { CommandProblem, parseArguments } from '#platform/command.server.ts'
import { roles } from './roles.ts'
import type { TeamRequest } from './team-command.api.server.ts'

const acts = ['invite', 'list', 'revoke', 'reset-factor'] as const

/** Parses the arguments of `npm run team`. */
export function readTeamCommand(typed: string[], by: string): TeamRequest {
  const { positionals, texts, flags } = parseArguments(typed, { role: 'text', sure: 'alone' })
  const [act, email, ...rest] = positionals
  const known = acts.find((name) => name === act)
  if (!known) throw new CommandProblem(`“${act ?? ''}” is not known here. Write ${acts.join(', ')}.`)
  if (rest.length > 0) throw new CommandProblem(`“${rest[0]}” is one word too many.`)
  if (known === 'list') return { act: known, by }
  if (!email?.includes('@'))
    throw new CommandProblem('Say of whom: an email address, such as robin@example.com.')
  return {
    act: known,
    email: email.toLowerCase(),
    roles: known === 'invite' ? rolesIn(texts('role')) : [],
    ...(flags.includes('sure') && { sure: true }),
    by,
  }
}

function rolesIn(written: string[]) {
  if (written.length === 0) throw new CommandProblem(`Add --role with one of ${roles.join(', ')}.`)
  return written.map((text) => {
    const role = roles.find((name) => name === text)
    if (!role) throw new CommandProblem(`“${text}” is no role. Write ${roles.join(', ')}.`)
    return role
  })
}
