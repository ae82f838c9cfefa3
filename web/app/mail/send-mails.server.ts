import { connect, type Socket } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { parseConnectionUrl } from 'nodemailer/lib/shared/index.js'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'
import { renderPdf } from '#mail/pdf/pdf.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Log, withoutAddresses } from '#platform/log.server.ts'
import { isThisMachine } from '#platform/settings/env.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import {
  batch,
  type LeasedMail,
  leaseMails,
  markFailed,
  markSent,
  mostTries,
  wakeOnNudge,
} from './outbox.server.ts'

const pollMs = 5000

/** SMTP time-outs in milliseconds. The lease covers two rounds, four mails for each connection, at 90 s each. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 45_000 }

/** Any number of processes may send. Without SMTP_URL mails stay in the outbox. Its stop waits for mails in flight. */
export function startMailJob(world: World, waits = patience): () => Promise<void> {
  const { smtpUrl } = world.env
  if (!smtpUrl) return async () => undefined
  const transport = openTransport(smtpUrl, waits)
  const round = async () => {
    const { name, email } = await readProgramme(world.db)
    const from = world.env.mailFrom ?? { name, address: email }
    const { hostname } = new URL(world.env.siteUrl)
    const send = async (mail: LeasedMail) => {
      const messageId = `<${mail.messageId}@${hostname}>`
      const message = new MailComposer({ from, messageId, ...(await toMessage(mail)) }).compile()
      // As one buffer: nodemailer's stream would be a TCP segment for each piece.
      await transport.sendMail({ envelope: message.getEnvelope(), raw: await message.build() })
    }
    return sendDueMails(world.db, send, world.log, wakeAll)
  }
  const failed = (problem: unknown) => world.log.error({ err: problem }, 'the outbox could not be read')
  // While one poller reads and writes the outbox, the other keeps the connections busy.
  const pollers = Array.from({ length: 2 }, () => poll(pollMs, round, failed))
  const wakeAll = () => {
    for (const { now } of pollers) now()
  }
  wakeOnNudge(world, () => pollers[0]?.now())
  return async () => {
    await Promise.all(pollers.map(({ stop }) => stop()))
    transport.close()
  }
}

/** Throws where the server refuses the log-in, or this mail. */
export async function tryMailServer(smtpUrl: string, mail?: SendMailOptions): Promise<void> {
  const transport = createTransport({ ...smtpOptions(smtpUrl), ...patience, getSocket })
  try {
    await (mail ? transport.sendMail(mail) : transport.verify())
  } finally {
    transport.close()
  }
}

/** The outbox retries; the pool would requeue without end. */
const pool = { pool: true, maxConnections: 5, maxRequeues: 0 } as const

const openTransport = (smtpUrl: string, waits: typeof patience) =>
  createTransport({ ...smtpOptions(smtpUrl), ...waits, ...pool, getSocket })

/** Mails hold links that open accounts: TLS is required, but on this machine or where the URL disables it. */
export const smtpOptions = (smtpUrl: string) => ({
  requireTLS: !isThisMachine(new URL(smtpUrl).hostname),
  ...parseConnectionUrl(smtpUrl),
})

/** TCP_NODELAY: Nagle's algorithm delays the end of a mail by 40 ms, until its beginning is acknowledged. */
function getSocket(
  { host, port, secure, connectionTimeout: timeout }: SMTPPool.Options,
  done: (problem: Error | null, opened?: { connection: Socket }) => void,
) {
  const socket = connect({ host, port: Number(port) || (secure ? 465 : 587), noDelay: true, timeout })
  socket.once('timeout', () => socket.destroy(new Error('The mail server does not answer.')))
  socket.once('error', done)
  socket.once('connect', () => {
    socket.removeAllListeners('timeout').removeListener('error', done).setTimeout(0)
    done(null, { connection: socket })
  })
}

/** Outside any transaction. Returns how many were leased; `onMore` runs where more may be due. */
export async function sendDueMails(
  db: Db,
  send: (mail: LeasedMail) => Promise<unknown>,
  log?: Log,
  onMore?: () => void,
): Promise<number> {
  const leased = await leaseMails(db)
  if (leased.length === batch) onMore?.()
  const ends = await Promise.allSettled(leased.map(send))
  const sent = leased.filter((_, index) => ends[index]?.status === 'fulfilled').map(({ id }) => id)
  if (sent.length > 0) await markSent(db, sent)
  for (const [index, end] of ends.entries()) {
    const mail = leased[index]
    if (!mail || end.status === 'fulfilled') continue
    const isOver = isRefusedForGood(end.reason) || mail.tries >= mostTries
    await markFailed(db, mail, String(end.reason), isOver)
    // Without addresses, which the server's reply may hold: the row has them.
    const reason = withoutAddresses(String(end.reason))
    if (isOver) log?.error({ mail: mail.id, reason }, 'a mail will not be sent')
    else log?.warn({ mail: mail.id, reason }, 'a mail will be tried again')
  }
  return leased.length
}

async function toMessage({ to, replyTo, subject, text, html, attachments }: LeasedMail) {
  const set = attachments.map(async ({ filename, paper, calendar }) =>
    paper
      ? { filename, content: await renderPdf(paper) }
      : { filename, content: calendar, contentType: calendarType },
  )
  // The mail links to the page of a paper without a PDF.
  const files = (await Promise.all(set)).filter(({ content }) => content)
  return { to, replyTo: replyTo ?? undefined, subject, text, html, attachments: files }
}

export const calendarType = 'text/calendar; charset=utf-8'

function isRefusedForGood(reason: unknown): boolean {
  const code = reason instanceof Error && 'responseCode' in reason ? reason.responseCode : undefined
  return typeof code === 'number' && code >= 500
}

/** Runs `work` periodically and when woken, never concurrently; again at once while it finds some. */
function poll(everyMs: number, work: () => Promise<number>, failed: (problem: unknown) => void) {
  let isStopped = false
  let isAsked = false
  let wake = () => undefined as unknown
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      timer.unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    while (!isStopped) {
      isAsked = false
      const found = await work().catch((problem) => {
        failed(problem)
        return 0
      })
      if (!found && !isAsked && !isStopped) await rest()
    }
  }
  const ended = run()
  const now = () => {
    isAsked = true
    wake()
  }
  const stop = () => {
    isStopped = true
    wake()
    return ended
  }
  return { now, stop }
}
