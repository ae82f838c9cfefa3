import type { ComponentType } from 'react'
import { useMatches, useRouteLoaderData } from 'react-router'

/** What every page knows. `programme` is null until a season is loaded. */
export type Site = {
  siteUrl: string
  /** Nothing on it is real, and every page says so. */
  isDemo: boolean
  programme: {
    name: string
    email: string
    phone: string
    addressLines: string[]
    accent: string | null
    logo: string | null
  } | null
  visitor: {
    accountId: string
    familyId: string
    kind: 'parent' | 'player'
    email: string
    isWaiting?: boolean
  } | null
}

/** The programme and the visitor, on any page; undefined only where the site itself has failed. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}

/** Header and footer that a layout brings in its `handle`, in place of the site's, and the door out of a page that is lost. */
export type OwnFrame = {
  frame: { Header: ComponentType; Footer: ComponentType; home: { to: string; name: string } }
}

/** The same, once the layout has been let in. */
export function useOwnFrame(): OwnFrame['frame'] | undefined {
  const own = useMatches().find(({ handle, loaderData }) => loaderData && hasFrame(handle))
  return hasFrame(own?.handle) ? own.handle.frame : undefined
}

const hasFrame = (handle: unknown): handle is OwnFrame =>
  typeof handle === 'object' && handle !== null && 'frame' in handle

type Matches = readonly ({ id: string; pathname: string; loaderData?: unknown } | undefined)[]

/** Title and description of a page: `export const meta = ({ matches }) => pageMeta(matches, 'Cart')`. */
export function pageMeta(matches: Matches, title?: string, description?: string) {
  const { siteUrl, programme } = siteOf(matches)
  const name = programme?.name ?? 'Courtside'
  const whole = title ? `${title} – ${name}` : name
  const sentence = description ?? `${name}: clinics, lessons, leagues and tournaments for young players.`
  return [
    { title: whole },
    { name: 'description', content: sentence },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: sentence },
    { property: 'og:image', content: `${siteUrl}/social.png` },
  ]
}

/** The same for a page that opens for whoever has its address: no search engine shall list it. */
export const unlistedMeta = (matches: Matches, title: string) => [
  ...pageMeta(matches, title),
  { name: 'robots', content: 'noindex' },
]

/** The same for a page that anybody may find and pass on: its one address, and what a shared link shows. */
export function publicMeta(matches: Matches, title?: string, description?: string) {
  const { siteUrl, programme } = siteOf(matches)
  const address = siteUrl + (matches.at(-1)?.pathname ?? '/')
  return [
    ...pageMeta(matches, title, description),
    { tagName: 'link' as const, rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: address },
    { property: 'og:site_name', content: programme?.name ?? 'Courtside' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'A tennis court from above, with the ball in play' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** The same as `useSite`, for `meta`. */
export function siteOf(matches: Matches): Site {
  const root = matches.find((match) => match?.id === 'root')
  return (
    (root?.loaderData as Site | undefined) ?? { siteUrl: '', isDemo: false, programme: null, visitor: null }
  )
}
