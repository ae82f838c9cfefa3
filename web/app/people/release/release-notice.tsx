import { Link } from 'react-router'
import { withNext } from '#people/sign-in/login-address.ts'
import { Banner } from '#ui/frame/banner.tsx'
import type { ReleaseStanding } from './release.server.ts'

const notices = {
  unsigned: 'The release is not signed yet.',
  outdated: 'The release has changed since you signed it.',
}

type Props = {
  standing: ReleaseStanding
  /** The present page, to return to. */
  next: string
}

export function ReleaseNotice({ standing, next }: Props) {
  if (standing === 'signed') return null
  return (
    <Banner tone="due">
      <p>
        {notices[standing]} <Link to={withNext('/pages/release', next)}>Read and sign it</Link>
      </p>
    </Banner>
  )
}
