import { type MailContent, mailLayout } from '#mail/mail-layout.ts'

type Message = { subject: string; text: string }
type About = { programme: MailContent['programme']; sessions: string[]; writer: string }

/** What every family gets; `sessions` are its own. */
export const messageMail = (message: Message, { programme, sessions, writer }: About) => ({
  subject: message.subject,
  ...mailLayout({
    programme,
    title: message.subject,
    paragraphs: paragraphsOf(message.text),
    after: [
      `Written by ${writer}.`,
      `You get this because you are registered for ${sessions.join('; ')}. Answer this mail to write to us.`,
    ],
  }),
})

/** A line each: a mail has no lines of its own within a paragraph. */
const paragraphsOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
