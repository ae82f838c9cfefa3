import { sandbox } from './fixtures.ts'

const keys = Buffer.from('integration_public_key:integration_private_key').toString('base64')

async function ask(path: string, search: object, at = sandbox) {
  const response = await fetch(`${at}/merchants/integration_merchant_id/transactions/${path}`, {
    method: 'POST',
    headers: { Authorization: `Basic ${keys}`, 'Content-Type': 'application/json', 'X-ApiVersion': '6' },
    body: JSON.stringify({ search }),
  })
  return response.text()
}

/** What the gateway itself has for these charges, whose ids are its order ids: amount and status of each sale. */
export async function findSales(charges: { id: string }[]) {
  const sales: string[] = []
  for (const { id } of charges) sales.push(...(await salesWith({ order_id: { is: id } })))
  return sales
}

/** Amount and status of each sale that a gateway finds. */
export async function salesWith(search: object, at = sandbox): Promise<string[]> {
  const found = await ask('advanced_search_ids', search, at)
  const ids = [...found.matchAll(/<item>(\w+)<\/item>/g)].map(([, id]) => id)
  if (ids.length === 0) return []
  const answer = await ask('advanced_search', { ids }, at)
  return [...answer.matchAll(/<transaction>([\s\S]*?)<\/transaction>/g)].map(([, sale = '']) => {
    const read = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(sale)?.[1] ?? ''
    return `${read('amount')} ${read('status')}`
  })
}
