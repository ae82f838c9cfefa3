import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type braintree from 'braintree'

export type Received = { signature: string; payload: string; at: number }
type Verifier = { webhookNotification: Pick<braintree.WebhookNotificationGateway, 'verify'> }

declare module 'braintree' {
  interface WebhookNotificationGateway {
    verify(challenge: string): string
  }
}

/** A merchant's address for webhooks: takes what comes, or fails as often as it is told to. */
export async function listenForWebhooks({ webhookNotification }: Verifier) {
  const received: Received[] = []
  let taken = 0
  let failures = 0
  let answersChallenges = true
  const server = createServer(async (request, response) => {
    const challenge = new URL(request.url ?? '/', 'http://here').searchParams.get('bt_challenge')
    if (challenge) {
      response.end(answersChallenges ? webhookNotification.verify(challenge) : 'What do you want?')
      return
    }
    const form = new URLSearchParams(await readBody(request))
    received.push({
      signature: form.get('bt_signature') ?? '',
      payload: form.get('bt_payload') ?? '',
      at: Date.now(),
    })
    failures -= 1
    response.statusCode = failures >= 0 ? 500 : 200
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.')
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    received,
    /** The next one that comes, or came and was not asked for yet. */
    async next(): Promise<Received> {
      const deadline = Date.now() + 30_000
      while (received.length <= taken) {
        if (Date.now() > deadline) throw new Error('No webhook came within 30 seconds.')
        await wait(20)
      }
      const one = received[taken]
      taken += 1
      return one ?? this.next()
    },
    /** Forgets what comes until nothing comes for two seconds. */
    async quiet() {
      do {
        taken = received.length
        await wait(2000)
      } while (received.length > taken)
    },
    /** Fails the next so many. */
    fail(times: number) {
      failures = times
    },
    answerChallenges(answers: boolean) {
      answersChallenges = answers
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
