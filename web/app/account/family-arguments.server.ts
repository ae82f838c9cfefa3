import { CommandProblem, parseArguments } from '#platform/command.server.ts'
import type { FamilyRequest } from './family-command.api.server.ts'

/** Parses the arguments of `npm run family`. */
export function readFamilyCommand([act = '', ...more]: string[], by: string): FamilyRequest {
  if (act !== 'export' && act !== 'delete' && act !== 'log-out')
    throw new CommandProblem(`“${act}” is not known here. Write export, delete or log-out.`)
  const [email, ...tooMuch] = parseArguments(more, {}).positionals
  if (!email?.includes('@')) throw new CommandProblem(`Write the email of the account after “${act}”.`)
  if (tooMuch.length > 0) throw new CommandProblem(`“${tooMuch.join(' ')}” is too much: one email at a time.`)
  return { act, email, by }
}
