import Check from 'lucide-react/icons/check'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Problem } from '#ui/problem.tsx'
import './bot-check.css'

type State = { is: 'idle' | 'working' | 'failed' } | { is: 'solved'; answer: string }

/**
 * Begun on first use of the form and awaited on submit. An answer is good once, so each reply (`replied`) resets it.
 * Spread `form` over the form and render `line` in it.
 */
export function useBotCheck(replied: unknown, action: string) {
  const [check, setCheck] = useState<{ replied: unknown; state: State }>({ replied, state: { is: 'idle' } })
  if (check.replied !== replied) setCheck({ replied, state: { is: 'idle' } })
  // A press and the answer may race: an effect looks at both.
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
    // Deferred: during the submit event a browser ignores another submit.
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

/** For forms that need it only once a reply has said so. `after` wraps the form's submit handler. */
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
            {statusTexts[state.is]}
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

const statusTexts = {
  idle: 'A bot check runs by itself while you fill in this form. There is nothing to solve.',
  working: 'Checking that you are human.',
  solved: 'Bot check passed.',
}
