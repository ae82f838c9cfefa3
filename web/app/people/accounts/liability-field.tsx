import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CheckField } from '#ui/field.tsx'
import type { Release } from './liability.ts'

type Props = { release: Release; isAgreed: boolean; problem: string | undefined }

/** The checkbox, and the release in a dialog: accepting it there ticks the box. */
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
      <CheckField
        ref={box}
        name="user.liability_agreed"
        label="I have read and accept the liability release."
        defaultChecked={isAgreed}
        problem={problem}
      />
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
