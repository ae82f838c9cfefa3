/** How far a mail has come: gone out, going to, or given up after many tries. */
export const mailStates = ['sent', 'waiting', 'failed'] as const
export type MailState = (typeof mailStates)[number]
