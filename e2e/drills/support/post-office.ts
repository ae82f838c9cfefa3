import { aMailServer } from '../../../web/test/harness/mail-server.ts'

type Manners = NonNullable<Parameters<typeof aMailServer>[0]>
type Letter = { to: string; messageId: string }

/** A mail server that remembers who got what, and can take a letter without saying so to its sender. */
export async function aPostOffice() {
  let letters: Letter[] = []
  let unsaid: (() => void) | undefined
  let holdsAt = 0
  const onData: Manners['onData'] = (stream, _, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      letters.push(letterOf(Buffer.concat(parts).toString()))
      if (letters.length === holdsAt) unsaid = done
      else done()
    })
  }
  const { port, stop } = await aMailServer({ onData })
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop,
    letters: () => letters,
    forget() {
      letters = []
    },
    /** The sender of this letter, counted from now on, waits for an answer until it is let go. */
    holdAt(number: number) {
      holdsAt = letters.length + number
    },
    isHolding: () => unsaid !== undefined,
    letGo() {
      unsaid?.()
      unsaid = undefined
      holdsAt = 0
    },
  }
}

const letterOf = (text: string): Letter => ({
  to: /^To: (.*)$/m.exec(text)?.[1]?.trim() ?? '',
  messageId: /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? '',
})
