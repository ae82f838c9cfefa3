import { localPath } from './local-path.ts'

/** Appends `?next=` if it is a page of this site. */
export function withNext(address: string, next: string | null | undefined): string {
  const path = localPath(next, '')
  if (!path) return address
  return `${address}${address.includes('?') ? '&' : '?'}next=${encodeURIComponent(path)}`
}

export const loginStart = '/pages/login?notice=signed-out'

/** For signed-out visitors of a protected page, with the way back. */
export const loginAddress = ({ pathname, search }: { pathname: string; search: string }) =>
  withNext(loginStart, pathname + search)
