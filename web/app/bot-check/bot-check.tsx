import Check from 'lucide-react/icons/check'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Problem } from '#ui/problem.tsx'
import './bot-check.css'

type State = { is: 'idle' | 'working' | 'failed' } | { is: 'solved'; answer: string }

/**
 * The proof that a browser, not a machine, fills in this form: a second of work, begun when the form is first
 * used and waited for when it is sent. An answer is good once, so each new reply of the server (`replied`)
 * asks for another. `action` names the form to reCAPTCHA. Spread `form` over the form and show `line` in it.
 */
export function useBotCheck(replied: unknown, action: string) {
  const [check, setCheck] = useState<{ replied: unknown; state: State }>({ replied, state: { is: 'idle' } })
  if (check.replied !== replied) setCheck({ replied, state: { is: 'idle' } })
  // The answer may come in the middle of a press, so that neither knows of the other: an effect looks at both.
  const [pressed, setPressed] = useState<HTMLFormElement>()
  const isAwaited = useRef(false)
  const isPrepared = useRef(false)
  const { state } = check

  async function begin() {
    if (state.is === 'working' || state.is === 'solved') return
    const become = (next: State) => setCheck((now) => ({ ...now, state: next }))
    become({ is: 'working' })
    try {
      const { prepareBotCheck } = await import('./prepare-bot-check.ts')
      const { answer, isShortLived } = await prepareBotCheck(action)
      isPrepared.current = isShortLived
      if (isShortLived && !isAwaited.current) become({ is: 'idle' })
      else become({ is: 'solved', answer: await answer() })
    } catch (problem) {
      console.warn(problem)
      become({ is: 'failed' })
    }
  }
  useEffect(() => {
    if (state.is === 'working') return
    // Later: while the press is still being told of, a browser sends its form for nobody else.
    if (state.is === 'solved' && pressed) setTimeout(() => pressed.requestSubmit())
    isAwaited.current = false
    setPressed(undefined)
  }, [state, pressed])

  const form = {
    onFocus: () => void (isPrepared.current || begin()),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (event.defaultPrevented || state.is === 'solved') return
      event.preventDefault()
      isAwaited.current = true
      setPressed(event.currentTarget)
      void begin()
    },
  }
  return { form, line: <Line state={state} /> }
}

type Refused = { refused?: { code: string } | undefined } | undefined
type Submit = (event: FormEvent<HTMLFormElement>) => void

/**
 * The same for a form that asks for it after many tries alone, once a reply has said so. `after`: what the form does when
 * it is sent, first what is given.
 */
export function useBotCheckWhereNeeded(reply: Refused, action: string) {
  const check = useBotCheck(reply, action)
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && reply?.refused?.code.startsWith('bot-check')) setNeeded(true)
  const after =
    (first?: Submit): Submit =>
    (event) => {
      first?.(event)
      if (isNeeded) check.form.onSubmit(event)
    }
  return { after, line: isNeeded ? check.line : null }
}

function Line({ state }: { state: State }) {
  const answer = state.is === 'solved' ? state.answer : ''
  return (
    <div>
      <input type="hidden" name="g_recaptcha_response" value={answer} />
      <div role="status">
        {state.is === 'failed' ? (
          <Problem>The bot check did not finish. Check your connection and send the form again.</Problem>
        ) : (
          <p className={`bot-check awaits-script ${state.is === 'solved' ? 'passed' : ''}`}>
            {state.is === 'solved' && <Check aria-hidden size="1.25em" />}
            {words[state.is]}
          </p>
        )}
      </div>
      <noscript>
        <p>
          <b>This form needs JavaScript</b> to check that no machine fills it in. Turn it on in your browser,
          or write to us: the address is at the end of this page.
        </p>
      </noscript>
    </div>
  )
}

const words = {
  idle: 'A bot check runs by itself while you fill in this form. There is nothing to solve.',
  working: 'Checking that you are human.',
  solved: 'Bot check passed.',
}
