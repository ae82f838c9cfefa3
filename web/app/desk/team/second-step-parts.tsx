import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/fields/field.tsx'

/** QR code, dark on white in both themes, and its secret as text. */
export function AppPicture({ picture, secret }: { picture: boolean[][]; secret: string }) {
  const side = picture.length
  const dots = picture.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <>
      <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label="QR code for the code app">
        <path className="paper" d={`M0 0H${side}V${side}H0Z`} />
        <path className="dots-of" d={dots.join('')} />
      </svg>
      <p className="small">
        Or type it: <b className="secret">{secret.match(/.{1,4}/g)?.join(' ')}</b>
      </p>
    </>
  )
}

export const CodeField = ({ name = 'code', problem }: { name?: string; problem?: string | undefined }) => (
  <div className="code">
    <Field
      label="Code"
      name={name}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      placeholder="000 000"
      problem={problem}
    />
  </div>
)

/** Shown once. */
export function RecoveryCodes({ codes, children }: { codes: string[]; children?: ReactNode }) {
  return (
    <section className="baseline stack" aria-labelledby="codes">
      <h2 id="codes">Ten codes for a bad day</h2>
      <p>Each opens the desk once when the phone is lost. They are shown now and never again.</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="row">
        <Button icon={<Printer aria-hidden size="1.25em" />} onClick={() => window.print()}>
          Print the codes
        </Button>
        {children}
      </p>
    </section>
  )
}
