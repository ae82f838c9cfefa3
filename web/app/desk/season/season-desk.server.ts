import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import type { Kept } from '#desk/season/drafts/draft-form.tsx'
import { dbContext } from '#platform/contexts.server.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { changesOf } from '#season/drafts/draft-changes.ts'
import { draftOf, mergeOf } from '#season/drafts/drafts.server.ts'
import { seasonNow } from '#season/file/export-season.server.ts'
import type { FormProblems, FormValues } from '#season/forms/session-form.ts'
import { memberContext } from '#team/member.server.ts'
import type { SeasonFrameFacts } from './season-frame.tsx'

/** The season as this member sees it: as it is published, and with the member's draft of it. */
export async function seasonDesk(context: Readonly<RouterContextProvider>) {
  const db = context.get(dbContext)
  const writer = context.get(memberContext)
  const { structure: published, revision } = await seasonNow(db)
  const draft = await draftOf(db, writer)
  const structure = draft ? draft.structure : published
  // Of an older draft only what it changed itself.
  const merge = draft && draft.base !== revision ? await mergeOf(db, draft, published) : undefined
  const changes = draft ? changesOf(published, merge?.merged ?? structure) : []
  const frame: SeasonFrameFacts = { isDraft: draft !== undefined, changes: changes.length }
  return { db, writer, published, draft, structure, changes, frame, revision, merge }
}

/**
 * Keeps a form of the draft, which one of our own functions reads: what it says, or a sentence at each field. What is
 * kept as it is typed stays on its page; a press on the button is led to where `keep` says.
 */
export function keepInDraft<Said extends { problems: FormProblems }>(
  request: Request,
  read: (values: FormValues) => Said,
  keep: (said: Said, isRemoved: boolean) => Promise<string>,
) {
  const form = z.record(z.string(), z.string()).transform((values, context) => {
    const said = read(values)
    addProblems(context, said.problems)
    return { said, isAsTyped: values['as-typed'] !== undefined, isRemoved: values.what === 'remove' }
  })
  return submit(request, form, async ({ said, isAsTyped, isRemoved }) => {
    const to = await keep(said, isRemoved)
    if (isAsTyped) return data<Kept>({ savedAt: Date.now() })
    throw redirect(isRemoved ? '/desk/season' : `${to}?done=saved`)
  })
}

export function addProblems(context: z.RefinementCtx, problems: FormProblems): void {
  for (const [field, message] of Object.entries(problems))
    context.addIssue({ code: 'custom', path: [field], message })
}
