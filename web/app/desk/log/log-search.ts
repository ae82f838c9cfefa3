import { addressAt, type NarrowSearch, narrowSearchIn } from '#desk/list-address.ts'
import { type ChangeWord, changeWords } from '#platform/changes.ts'

/** Who did it: a member by account, or one of these. */
export const otherActors = { family: 'A family', site: 'The site', command: 'A command on the server' }
export type Who = `member:${string}` | keyof typeof otherActors

export type LogSearch = NarrowSearch & { what?: ChangeWord | undefined; who?: Who | undefined }

const isWho = (text: string): text is Who => /^(member:[0-9a-f-]{36}|family|site|command)$/.test(text)

/** What the address of the log says. */
export function searchIn(params: URLSearchParams): LogSearch {
  const who = params.get('who') ?? ''
  return {
    ...narrowSearchIn(params),
    what: changeWords.find((what) => what === params.get('what')),
    who: isWho(who) ? who : undefined,
  }
}

/** The address that says it. */
export const addressOf = (search: LogSearch): string => addressAt('/desk/log', search)
