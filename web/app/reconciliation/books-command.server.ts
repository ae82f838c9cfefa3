import { CommandProblem, type ParsedArguments, parseArguments } from '#platform/command.server.ts'
import type { BooksAnswer, BooksRequest } from './books.api.server.ts'

/** Parses the arguments after `npm run books --`. Errors are sentences for people. */
export function readBooksCommand(typed: string[], by: string): BooksRequest {
  const { positionals, flags, texts } = parseArguments(typed, { registration: 'text', note: 'text' })
  const [act, number, ...tooMuch] = positionals
  if (tooMuch.length > 0) throw new CommandProblem(`“${tooMuch.join(' ')}” is too much.`)
  if (act === undefined || act === 'compare') {
    if (number || flags.length > 0) throw new CommandProblem('“compare” stands alone.')
    return { act: 'compare', by }
  }
  if (act !== 'close' && act !== 'given-up')
    throw new CommandProblem(`“${act}” is not known here. Write compare, close or given-up.`)
  const id = wholeNumber(number, `Write the number of the difference after “${act}”.`)
  return act === 'close'
    ? { act, id, note: parseNote(texts), by }
    : { act, id, registrationIds: parsePlaces(texts), by }
}

function parseNote(texts: ParsedArguments['texts']): string {
  const note = texts('note').at(-1)
  if (note) return note
  throw new CommandProblem('Say what was done: --note "what was done".')
}

function parsePlaces(texts: ParsedArguments['texts']): number[] {
  const places = texts('registration').map((text) =>
    wholeNumber(text, `“${text}” is no number of a registration.`),
  )
  if (places.length > 0) return places
  throw new CommandProblem('Name the places that it was for: --registration 12.')
}

function wholeNumber(text: string | undefined, problem: string): number {
  const number = Number(text)
  if (text && Number.isInteger(number) && number > 0 && number < 2 ** 31) return number
  throw new CommandProblem(problem)
}

export function formatBooksAnswer(answer: BooksAnswer): string[] {
  if (answer.act !== 'compare') return [`Done: ${answer.id} is closed. ${answer.words}`]
  const { since, seen, foreign, differences, open } = answer
  const others = foreign > 0 ? `, ${foreign} of them not of this site` : ''
  return [
    `Compared since ${since}: ${seen} transactions at the gateway${others}.`,
    ...(differences === 0 ? ['Our books agree with it.'] : []),
    ...open.map(({ id, words }) => `${id}: ${words}`),
    ...(differences > open.length ? [`And ${differences - open.length} more.`] : []),
  ]
}
