import { type Ref, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CheckField } from '#ui/fields/field.tsx'
import type { Release } from './liability.ts'

type AgreedProps = { isAgreed: boolean; problem: string | undefined; ref?: Ref<HTMLInputElement> }
type Props = { release: Release } & Omit<AgreedProps, 'ref'>

/** Accepting the release in its dialog ticks the checkbox. */
export function LiabilityField({ release, isAgreed, problem }: Props) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  function accept() {
    setOpen(false)
    if (!box.current) return
    box.current.checked = true
    box.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <>
      <AgreedField {...{ isAgreed, problem }} ref={box} />
      <Button variant="bare" className="awaits-script" onClick={() => setOpen(true)}>
        Read the liability release
      </Button>
      <Dialog title={release.title} open={isOpen} onClose={() => setOpen(false)}>
        {release.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <div className="row">
          <Button onClick={accept}>I accept</Button>
          <Button variant="bare" onClick={() => setOpen(false)}>
            Close
          </Button>
        </div>
      </Dialog>
    </>
  )
}

export const AgreedField = ({ isAgreed, problem, ref }: AgreedProps) => (
  <CheckField
    ref={ref}
    name="user.liability_agreed"
    label="I have read and accept the liability release."
    defaultChecked={isAgreed}
    problem={problem}
  />
)
