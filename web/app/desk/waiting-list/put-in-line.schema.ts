import { z } from 'zod'
import { reasonForm } from '#desk/family/form/reason.schema.ts'
import { aheadReasonNames } from './ahead-reasons.ts'

export const MoveAheadReason = reasonForm(aheadReasonNames)

export const playerField = (personId: string) => `player-${personId}`

const Session = z.string().regex(/^\d{1,9}$/, 'Choose a session.')
const Where = z.enum(['end', 'head'], { error: 'Choose where in line.' })
const typed = z.string().default('')

/** A reason is needed only at the head. Reports all problems at once. */
export const PutInLineForm = z
  .object({ session: typed, where: typed, reason: typed, words: typed })
  .catchall(z.string())
  .transform(({ session, where, reason, words, ...boxes }, context) => {
    const personIds = Object.keys(boxes).flatMap((name) => /^player-([0-9a-f-]{36})$/.exec(name)?.[1] ?? [])
    const problemAt = (path: string, { error }: { error?: z.ZodError | undefined }) => {
      if (error) context.addIssue({ code: 'custom', path: [path], message: error.issues[0]?.message ?? '' })
    }
    if (personIds.length === 0)
      context.addIssue({ code: 'custom', path: ['players'], message: 'Choose who waits.' })
    problemAt('session', Session.safeParse(session))
    problemAt('where', Where.safeParse(where))
    const why = where === 'head' ? MoveAheadReason.safeParse({ reason, words }) : undefined
    for (const { path, message } of why?.error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message })
    return { sessionId: Number(session), personIds, atHead: why?.data }
  })
