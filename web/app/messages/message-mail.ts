import { type MailContent, mailLayout } from '#mail/mail-layout.ts'

type Message = { subject: string; text: string }
type About = { programme: MailContent['programme']; sessions: string[]; writer: string }

/** `sessions` are the family's. */
export const messageMail = (message: Message, { programme, sessions, writer }: About) => ({
  subject: message.subject,
  ...mailLayout({
    programme,
    title: message.subject,
    paragraphs: splitParagraphs(message.text),
    after: [
      `Written by ${writer}.`,
      `You get this because you are registered for ${sessions.join('; ')}. Answer this mail to write to us.`,
    ],
  }),
})

/** The layout has no line breaks within paragraphs: each line becomes one. */
const splitParagraphs = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
