import type { ReactNode } from 'react'
import { Banner } from '#ui/frame/banner.tsx'
import { useFocusOnProblem } from './problem.tsx'

type Reply = { refused?: { message: string }; problems?: Record<string, string> }
type Props = { reply: Reply | undefined; children?: ReactNode }

/** Why what a form asked for was not done; each new reply takes the focus there. */
export const Refused = ({ reply, children }: Props) =>
  reply?.refused && (
    <Banner tone="bad" focus={reply}>
      <p>{reply.refused.message}</p>
      {children}
    </Banner>
  )

/** The same, and where a field is wrong the focus goes there. */
export function FormAnswer(props: Props) {
  useFocusOnProblem(props.reply?.problems)
  return <Refused {...props} />
}
