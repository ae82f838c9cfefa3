import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form, useFetcher, useLocation } from 'react-router'
import { AskedButton } from '#desk/asked-button.tsx'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { fieldsOf } from '#ui/fields/field.tsx'
import { FormAnswer } from '#ui/refused.tsx'

/** What stands in a form of the draft, and the props of its fields and of its boxes to tick. */
export type Typed = {
  values: Record<string, string>
  problems: Record<string, string>
  field: (name: string) => ReturnType<ReturnType<typeof fieldsOf>>
  box: (name: string) => { name: string; defaultChecked: boolean }
}
type Props = {
  form: Record<string, string>
  answer: FormReply | undefined
  isNew?: boolean
  /** What is saved: "Session 3". */
  what: string
  remove?: RemoveProps | undefined
  className: string
  children: (typed: Typed) => ReactNode
}

/** A form of the draft. What is typed is kept as soon as it makes sense, but of what is new, and with the button. */
export function DraftForm({ form, answer, isNew = false, what, remove, className, children }: Props) {
  const { keep, dropTimer, kept } = useKeptAsTyped(answer)
  const { key: visit, search } = useLocation()
  const problems = (kept ?? answer)?.problems ?? {}
  const values = answer?.values ?? form
  const field = (name: string) => fieldsOf({ values, problems })(name, '')
  const box = (name: string) => ({ name, defaultChecked: values[name] === 'on' })
  const saved = new URLSearchParams(search).get('done') === 'saved' ? what : undefined
  return (
    <>
      <FormAnswer reply={answer} />
      <Form
        method="post"
        onChange={isNew ? undefined : keep}
        onSubmit={dropTimer}
        preventScrollReset={!isNew}
      >
        <div className={className} key={visit}>
          {children({ values, problems, field, box })}
        </div>
        <div className="save-bar">
          <p role="status">
            <span key={visit}>{statusOf({ problems, kept, isNew, saved })}</span>
          </p>
          <Button type="submit" variant="ball">
            Save in the draft
          </Button>
        </div>
        {/* After Save: Enter in a field presses the first button. */}
        {remove && <RemoveButton {...remove} />}
      </Form>
    </>
  )
}

type RemoveProps = { verb: string; question: string; consequence: string }

/** Removes what a form of the draft is about. */
const RemoveButton = ({ verb, question, consequence }: RemoveProps) => (
  <div className="desk-acts">
    <AskedButton
      size="small"
      name="what"
      value="remove"
      verb={verb}
      question={question}
      consequence={`${consequence} Families see it until you publish.`}
    />
  </div>
)

type Stand = {
  problems: Record<string, string>
  kept: Kept | undefined
  isNew: boolean
  saved: string | undefined
}

/** What became of what was typed. */
function statusOf({ problems, kept, isNew, saved }: Stand): string {
  const count = Object.keys(problems).length
  if (count > 0) return count === 1 ? 'One field needs you.' : `${count} fields need you.`
  if (kept?.refused) return kept.refused.message
  if (kept?.savedAt) return 'Saved in your draft.'
  if (saved) return `Saved in your draft: ${saved}.`
  return isNew ? 'Families see nothing of it yet.' : 'What you change is kept in your draft.'
}

export type Kept = FormReply & { savedAt?: number }
const pauseMs = 500

/** Sends a form of the draft whenever somebody pauses in it; what makes no sense yet comes back with its sentences. */
function useKeptAsTyped(answer: FormReply | undefined) {
  const fetcher = useFetcher<Kept>()
  const answered = useRef(answer)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function keep({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const typed = new FormData(form)
      typed.append('as-typed', 'on')
      answered.current = answer
      void fetcher.submit(typed, { method: 'post' })
    }, pauseMs)
  }
  /** Of the form's two answers the newer one: its button's, or that to what was typed since. */
  const kept = answered.current === answer ? fetcher.data : undefined
  return { keep, dropTimer: () => clearTimeout(timer.current), kept }
}
