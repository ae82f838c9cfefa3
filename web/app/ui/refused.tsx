import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'

type Props = { reply: { refused?: { message: string } } | undefined; children?: ReactNode }

/** Why what a form asked for was not done; each new reply takes the focus there. */
export const Refused = ({ reply, children }: Props) =>
  reply?.refused && (
    <Banner tone="bad" focus={reply}>
      <p>{reply.refused.message}</p>
      {children}
    </Banner>
  )
