import { uuid } from '#agreed/uuid.ts'
import type { Configuration } from '../gateway/configuration.ts'
import { scriptAddress } from '../gateway/third-party-addresses.ts'
import type { Scripts } from '../merchant-page/third-party-script.ts'
import { waits } from '../platform/waits.ts'

type Session = { id: string; users: number; loaded: Promise<unknown>; close: () => void }

/** One PayPal session per page: simultaneous collectors share it. */
const sessions = new Map<string, Session>()

/** Joins PayPal's session of this page, or starts it with the shop's id. */
export function joinFraudnet(
  configuration: Configuration,
  scripts: Scripts,
  { id = '', nonce }: { id?: string | undefined; nonce?: string | undefined },
) {
  const session = sessions.get(id) ?? begin(configuration, scripts, id || uuid().replaceAll('-', ''), nonce)
  sessions.set(id, session)
  session.users += 1
  return {
    id: session.loaded.then(() => session.id),
    leave() {
      session.users -= 1
      if (session.users > 0) return
      sessions.delete(id)
      session.close()
    },
  }
}

function begin(
  configuration: Configuration,
  scripts: Scripts,
  id: string,
  nonce: string | undefined,
): Session {
  const parameters = {
    f: id,
    s: 'BRAINTREE_SIGNIN',
    ...(configuration.environment !== 'production' && { sandbox: true }),
  }
  const data = scripts.addData(parameters, { fncls: 'fnparams-dede7cc5-15fd-4c75-a9f4-36c430ee3a99' }, nonce)
  return {
    id,
    users: 0,
    loaded: scripts.loadScript({
      src: scriptAddress('fraudnet', configuration),
      id: scriptId,
      nonce,
      limit: waits.collectorScript,
    }),
    close() {
      const frames = ['ppfniframe', 'pbf'].map((title) => `iframe[title="${title}"]`)
      for (const selector of [`#${scriptId}`, ...frames]) document.querySelector(selector)?.remove()
      data.remove()
    },
  }
}

const scriptId = 'braintree-dropin-data-collector-script'
