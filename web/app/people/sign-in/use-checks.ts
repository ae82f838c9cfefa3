import { type FocusEvent, type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldRules, plainValue } from '#people/people.ts'

type Problems = Record<string, string>

/**
 * Checks a form in the browser by the same rules as the server: a field that was written in when it is left,
 * all of them on the way out. `answered` are the problems that the server found; each new answer replaces ours.
 */
export function useChecks(rules: FieldRules, answered: Problems | undefined) {
  const [known, setKnown] = useState({ answered, problems: answered ?? {}, touched: new Set<string>() })
  if (known.answered !== answered) setKnown({ ...known, answered, problems: answered ?? {} })

  /** Such as the password once more: what is typed elsewhere can make it right. */
  const looksAtOthers = (name: string) => (rules[name]?.length ?? 0) > 1
  function update(problems: Problems) {
    setKnown((now) => ({ ...now, problems }))
  }
  function recheck(form: HTMLFormElement, names: string[]) {
    const problems = { ...known.problems }
    for (const name of names) {
      const problem = problemOf(rules, form, name)
      if (problem) problems[name] = problem
      else delete problems[name]
    }
    update(problems)
  }
  return {
    problems: known.problems,
    form: {
      noValidate: true,
      onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
        const name = nameOf(target)
        known.touched.add(name)
        const toldWrong = Object.keys(known.problems)
        const perhapsRight = toldWrong.filter((other) => other === name || looksAtOthers(other))
        if (perhapsRight.length > 0) recheck(currentTarget, perhapsRight)
      },
      onBlur({ target, currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
        const name = nameOf(target)
        // A message that appears between press and release would move the button away from under the finger.
        const goesToButton = relatedTarget?.closest('button, a')
        if (!goesToButton && known.touched.has(name)) recheck(currentTarget, [name])
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const form = event.currentTarget
        const names = Object.keys(rules).filter((name) => isShown(form, name))
        for (const name of names) writePlain(form, name)
        const found = names.flatMap((name) => {
          const problem = problemOf(rules, form, name)
          return problem ? [[name, problem] as const] : []
        })
        flushSync(() => update(Object.fromEntries(found)))
        const first = found[0]
        if (!first) return
        event.preventDefault()
        elementOf(form, first[0])?.focus()
      },
    },
  }
}

function problemOf(rules: FieldRules, form: HTMLFormElement, name: string): string | undefined {
  return rules[name]?.(textOf(form, name), (other) => textOf(form, other))
}

function elementOf(form: HTMLFormElement, name: string) {
  const element = form.elements.namedItem(name)
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : undefined
}

function textOf(form: HTMLFormElement, name: string): string {
  const element = elementOf(form, name)
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    return element.checked ? element.value : ''
  return element?.value ?? ''
}

/** What came before the script, or without the mask. */
function writePlain(form: HTMLFormElement, name: string) {
  const element = elementOf(form, name)
  if (!(element instanceof HTMLInputElement) || element.type === 'checkbox') return
  const written = plainValue(name, element.value)
  if (written !== element.value) element.value = written
}

const isShown = (form: HTMLFormElement, name: string) => elementOf(form, name)?.checkVisibility() ?? false

const nameOf = (target: EventTarget) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.name : ''
