import { programmeLinks } from '#ui/frame/site-links.ts'

/** Against open redirects: a path of this site, or `otherwise`. */
export function localPath(path: string | null | undefined, otherwise: string): string {
  const here = 'http://here.invalid'
  if (!path?.startsWith('/') || !URL.canParse(path, here)) return otherwise
  const { origin, pathname, search, hash } = new URL(path, here)
  const isForeign = origin !== here || pathname.startsWith('//')
  const isLogin = pathname === '/pages/login' || pathname === '/pages/logout'
  return isForeign || isLogin ? otherwise : pathname + search + hash
}

/** For mails, which anybody can trigger to any address: an event by kind and id, or a page's name; no free text. */
export function pathForMail(path: string | null | undefined): string {
  const { pathname } = new URL(localPath(path, '/'), 'http://here.invalid')
  const isEvent = programmeLinks.some(
    ({ within }) => within && pathname.startsWith(within) && /^\d{1,9}$/.test(pathname.slice(within.length)),
  )
  return isEvent || /^\/pages\/[a-z-]{1,30}$/.test(pathname) ? pathname : ''
}
