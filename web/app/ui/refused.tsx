import type { ReactNode } from 'react'
import { Banner } from '#ui/frame/banner.tsx'
import { useFocusOnProblem } from './problem.tsx'

type Reply = { refused?: { message: string }; problems?: Record<string, string> }
type Props = { reply: Reply | undefined; children?: ReactNode }

/** The refusal of a form; each new reply moves the focus there. */
export const Refused = ({ reply, children }: Props) =>
  reply?.refused && (
    <Banner tone="bad" focus={reply}>
      <p>{reply.refused.message}</p>
      {children}
    </Banner>
  )

/** A refusal, or the focus on an invalid field. */
export function FormAnswer(props: Props) {
  useFocusOnProblem(props.reply?.problems)
  return <Refused {...props} />
}
