import { sandbox } from './fixtures.ts'

const keys = Buffer.from('integration_public_key:integration_private_key').toString('base64')

async function ask(path: string, search: object) {
  const response = await fetch(`${sandbox}/merchants/integration_merchant_id/transactions/${path}`, {
    method: 'POST',
    headers: { Authorization: `Basic ${keys}`, 'Content-Type': 'application/json', 'X-ApiVersion': '6' },
    body: JSON.stringify({ search }),
  })
  return response.text()
}

/** What the gateway itself has for these charges, whose ids are its order ids: amount and status of each sale. */
export async function salesOf(charges: { id: string }[]) {
  const sales: string[] = []
  for (const { id } of charges) {
    const found = await ask('advanced_search_ids', { order_id: { is: id } })
    const ids = [...found.matchAll(/<item>(\w+)<\/item>/g)].map(([, id]) => id)
    if (ids.length === 0) continue
    for (const [, sale = ''] of (await ask('advanced_search', { ids })).matchAll(
      /<transaction>([\s\S]*?)<\/transaction>/g,
    )) {
      const read = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(sale)?.[1] ?? ''
      sales.push(`${read('amount')} ${read('status')}`)
    }
  }
  return sales
}
