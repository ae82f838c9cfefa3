import { type FocusEvent, type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldRules, plainValue } from '#people/people.ts'

type Problems = Record<string, string>

/**
 * The server's rules: a changed field on blur, all on submit. `answered`: the server's problems, which replace ours.
 */
export function useChecks(rules: FieldRules, answered: Problems | undefined) {
  const [known, setKnown] = useState({ answered, problems: answered ?? {}, touched: new Set<string>() })
  if (known.answered !== answered) setKnown({ ...known, answered, problems: answered ?? {} })

  /** Such as a confirmation, which another field can make valid. */
  const looksAtOthers = (name: string) => (rules[name]?.length ?? 0) > 1
  function update(problems: Problems) {
    setKnown((now) => ({ ...now, problems }))
  }
  function recheck(form: HTMLFormElement, names: string[]) {
    const problems = { ...known.problems }
    for (const name of names) {
      const problem = findProblem(rules, form, name)
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
        const name = fieldName(target)
        known.touched.add(name)
        const reported = Object.keys(known.problems)
        const perhapsRight = reported.filter((other) => other === name || looksAtOthers(other))
        if (perhapsRight.length > 0) recheck(currentTarget, perhapsRight)
      },
      onBlur({ target, currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
        const name = fieldName(target)
        // A message that appears between press and release would move the button.
        const focusesButton = relatedTarget?.closest('button, a')
        if (!focusesButton && known.touched.has(name)) recheck(currentTarget, [name])
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const form = event.currentTarget
        const names = Object.keys(rules).filter((name) => isShown(form, name))
        for (const name of names) writePlain(form, name)
        const found = names.flatMap((name) => {
          const problem = findProblem(rules, form, name)
          return problem ? [[name, problem] as const] : []
        })
        flushSync(() => update(Object.fromEntries(found)))
        const first = found[0]
        if (!first) return
        event.preventDefault()
        findElement(form, first[0])?.focus()
      },
    },
  }
}

function findProblem(rules: FieldRules, form: HTMLFormElement, name: string): string | undefined {
  return rules[name]?.(readText(form, name), (other) => readText(form, other))
}

function findElement(form: HTMLFormElement, name: string) {
  const element = form.elements.namedItem(name)
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : undefined
}

function readText(form: HTMLFormElement, name: string): string {
  const element = findElement(form, name)
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    return element.checked ? element.value : ''
  return element?.value ?? ''
}

/** Normalises input from before hydration, or without the mask. */
function writePlain(form: HTMLFormElement, name: string) {
  const element = findElement(form, name)
  if (!(element instanceof HTMLInputElement) || element.type === 'checkbox') return
  const written = plainValue(name, element.value)
  if (written !== element.value) element.value = written
}

const isShown = (form: HTMLFormElement, name: string) => findElement(form, name)?.checkVisibility() ?? false

const fieldName = (target: EventTarget) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.name : ''
