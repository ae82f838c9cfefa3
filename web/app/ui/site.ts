import { useRouteLoaderData } from 'react-router'

/** What every page knows. `programme` is null until a season is loaded. */
export type Site = {
  siteUrl: string
  programme: { name: string; email: string; phone: string; addressLines: string[] } | null
  visitor: { accountId: string; kind: 'parent' | 'player'; email: string } | null
}

/** The programme and the visitor, on any page; undefined only where the site itself has failed. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** Title and description of a page: `export const meta = ({ matches }) => pageMeta(matches, 'Cart')`. */
export function pageMeta(matches: Matches, title?: string, description?: string) {
  const root = matches.find((match) => match?.id === 'root')
  const site = root?.loaderData as Site | undefined
  const name = site?.programme?.name ?? 'Courtside'
  const whole = title ? `${title} – ${name}` : name
  const sentence = description ?? `${name}: clinics, lessons, leagues and tournaments for young players.`
  return [
    { title: whole },
    { name: 'description', content: sentence },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: sentence },
    { property: 'og:image', content: `${site?.siteUrl ?? ''}/social.png` },
  ]
}
