import { Link } from 'react-router'
import { withNext } from '#people/sign-in/login-address.ts'
import { Banner } from '#ui/frame/banner.tsx'
import type { ReleaseStanding } from './release.server.ts'

const words = {
  unsigned: 'The release is not signed yet.',
  outdated: 'The release has changed since you signed it.',
}

type Props = {
  standing: ReleaseStanding
  /** The page that it stands on, to come back to. */
  next: string
}

/** Leads whoever has not accepted the release of today to it. */
export function ReleaseNotice({ standing, next }: Props) {
  if (standing === 'signed') return null
  return (
    <Banner tone="due">
      <p>
        {words[standing]} <Link to={withNext('/pages/release', next)}>Read and sign it</Link>
      </p>
    </Banner>
  )
}
