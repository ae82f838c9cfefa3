import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form, useFetcher, useLocation } from 'react-router'
import { AskedButton } from '#desk/asked-button.tsx'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { fieldProps } from '#ui/fields/field.tsx'
import { FormAnswer } from '#ui/refused.tsx'

/** Form state, and props for fields and checkboxes. */
export type Typed = {
  values: Record<string, string>
  problems: Record<string, string>
  field: (name: string) => ReturnType<ReturnType<typeof fieldProps>>
  box: (name: string) => { name: string; defaultChecked: boolean }
}
type Props = {
  form: Record<string, string>
  answer: FormReply | undefined
  isNew?: boolean
  /** Such as "Session 3". */
  what: string
  remove?: RemoveProps | undefined
  className: string
  children: (typed: Typed) => ReactNode
}

/** Autosaves valid input, except of new items; a button saves, too. */
export function DraftForm({ form, answer, isNew = false, what, remove, className, children }: Props) {
  const { keep, dropTimer, autosaved } = useAutosave(answer)
  const { key: visit, search } = useLocation()
  const problems = (autosaved ?? answer)?.problems ?? {}
  const values = answer?.values ?? form
  const field = (name: string) => fieldProps({ values, problems })(name, '')
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
            <span key={visit}>{describeStatus({ problems, autosaved, isNew, saved })}</span>
          </p>
          <Button type="submit" variant="ball">
            Save in the draft
          </Button>
        </div>
        {/* After Save, which stays the default button for Enter. */}
        {remove && <RemoveButton {...remove} />}
      </Form>
    </>
  )
}

type RemoveProps = { verb: string; question: string; consequence: string }

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
  autosaved: AutosaveReply | undefined
  isNew: boolean
  saved: string | undefined
}

function describeStatus({ problems, autosaved, isNew, saved }: Stand): string {
  const count = Object.keys(problems).length
  if (count > 0) return count === 1 ? 'One field needs you.' : `${count} fields need you.`
  if (autosaved?.refused) return autosaved.refused.message
  if (autosaved?.savedAt) return 'Saved in your draft.'
  if (saved) return `Saved in your draft: ${saved}.`
  return isNew ? 'Families see nothing of it yet.' : 'What you change is kept in your draft.'
}

export type AutosaveReply = FormReply & { savedAt?: number }
const pauseMs = 500

/** Debounced autosave; invalid input returns with its problems. */
function useAutosave(answer: FormReply | undefined) {
  const fetcher = useFetcher<AutosaveReply>()
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
  /** The newer of two answers: submit or autosave. */
  const autosaved = answered.current === answer ? fetcher.data : undefined
  return { keep, dropTimer: () => clearTimeout(timer.current), autosaved }
}
