import { addressAt, type NarrowSearch, narrowSearchIn } from '#desk/list-address.ts'
import { type ChangeKind, changeKinds } from '#platform/changes.ts'

/** A member, or a kind of actor. */
export const otherActors = { family: 'A family', site: 'The site', command: 'A command on the server' }
export type Who = `member:${string}` | keyof typeof otherActors

export type LogSearch = NarrowSearch & { what?: ChangeKind | undefined; who?: Who | undefined }

const isWho = (text: string): text is Who => /^(member:[0-9a-f-]{36}|family|site|command)$/.test(text)

/** Search parameters → filter. */
export function parseLogSearch(params: URLSearchParams): LogSearch {
  const who = params.get('who') ?? ''
  return {
    ...narrowSearchIn(params),
    what: changeKinds.find((what) => what === params.get('what')),
    who: isWho(who) ? who : undefined,
  }
}

/** Inverse. */
export const logUrl = (search: LogSearch): string => addressAt('/desk/log', search)
