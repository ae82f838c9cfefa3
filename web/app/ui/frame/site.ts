import type { ComponentType } from 'react'
import { useMatches, useRouteLoaderData } from 'react-router'

export type Site = {
  siteUrl: string
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

/** Undefined only where the root loader has failed. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}

/** Header, footer and home link that a layout sets in its `handle`, in place of the site's. */
export type LayoutFrame = {
  frame: { Header: ComponentType; Footer: ComponentType; home: { to: string; name: string } }
}

/** Only of a layout whose loader has succeeded. */
export function useLayoutFrame(): LayoutFrame['frame'] | undefined {
  const match = useMatches().find(({ handle, loaderData }) => loaderData && hasFrame(handle))
  return hasFrame(match?.handle) ? match.handle.frame : undefined
}

const hasFrame = (handle: unknown): handle is LayoutFrame =>
  typeof handle === 'object' && handle !== null && 'frame' in handle

type Matches = readonly ({ id: string; pathname: string; loaderData?: unknown } | undefined)[]

export function pageMeta(matches: Matches, title?: string, description?: string) {
  const { siteUrl, programme } = siteFrom(matches)
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

/** For pages that open for anybody with the address: not for search engines. */
export const unlistedMeta = (matches: Matches, title: string) => [
  ...pageMeta(matches, title),
  { name: 'robots', content: 'noindex' },
]

/** For public pages: canonical address and link preview. */
export function publicMeta(matches: Matches, title?: string, description?: string) {
  const { siteUrl, programme } = siteFrom(matches)
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

/** `useSite` for `meta`. */
export function siteFrom(matches: Matches): Site {
  const root = matches.find((match) => match?.id === 'root')
  return (
    (root?.loaderData as Site | undefined) ?? { siteUrl: '', isDemo: false, programme: null, visitor: null }
  )
}
