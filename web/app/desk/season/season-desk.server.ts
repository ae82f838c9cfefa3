import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import type { AutosaveReply } from '#desk/season/drafts/draft-form.tsx'
import { dbContext } from '#platform/contexts.server.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { listChanges } from '#season/drafts/draft-changes.ts'
import { findDraft, mergeDraft } from '#season/drafts/drafts.server.ts'
import { seasonNow } from '#season/file/export-season.server.ts'
import type { FormProblems, FormValues } from '#season/forms/session-form.ts'
import { memberContext } from '#team/member.server.ts'
import type { SeasonFrameData } from './season-frame.tsx'

/** Published season and the member's draft. */
export async function seasonDesk(context: Readonly<RouterContextProvider>) {
  const db = context.get(dbContext)
  const writer = context.get(memberContext)
  const { structure: published, revision } = await seasonNow(db)
  const draft = await findDraft(db, writer)
  const structure = draft ? draft.structure : published
  // A stale draft: only its own changes.
  const merge = draft && draft.base !== revision ? await mergeDraft(db, draft, published) : undefined
  const changes = draft ? listChanges(published, merge?.merged ?? structure) : []
  const frame: SeasonFrameData = { isDraft: draft !== undefined, changes: changes.length }
  return { db, writer, published, draft, structure, changes, frame, revision, merge }
}

/**
 * Saves a form to the draft: parsed by `read`, with problems by field. Autosave stays on the page; submit redirects to
 * `keep`'s result.
 */
export function keepInDraft<Parsed extends { problems: FormProblems }>(
  request: Request,
  read: (values: FormValues) => Parsed,
  keep: (parsed: Parsed, isRemoved: boolean) => Promise<string>,
) {
  const form = z.record(z.string(), z.string()).transform((values, context) => {
    const parsed = read(values)
    addProblems(context, parsed.problems)
    return { parsed, isAsTyped: values['as-typed'] !== undefined, isRemoved: values.what === 'remove' }
  })
  return submit(request, form, async ({ parsed, isAsTyped, isRemoved }) => {
    const to = await keep(parsed, isRemoved)
    if (isAsTyped) return data<AutosaveReply>({ savedAt: Date.now() })
    throw redirect(isRemoved ? '/desk/season' : `${to}?done=saved`)
  })
}

export function addProblems(context: z.RefinementCtx, problems: FormProblems): void {
  for (const [field, message] of Object.entries(problems))
    context.addIssue({ code: 'custom', path: [field], message })
}
