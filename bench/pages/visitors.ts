import { Agent } from 'node:http'
import { ask } from '../harness/ask.ts'

const addresses = 500
const parallel = 8
const demoParent = { email: 'demo.parent@courtside.example', password: 'courtside demo' }
const forAll = [
  ...['/', '/pages/staff', '/pages/policy', '/pages/login', '/pages/register', '/pages/forget/password'],
  ...['/pages/donate', '/pages/donate-bottinelli', '/no-such-page', '/sitemap.xml', '/_.data'],
]
const familyPages = [
  ...['/', '/pages/registration-history', '/pages/family-players', '/pages/cart', '/pages/checkout'],
  ...['/pages/account', '/pages/emergency-contact'],
]

/** 500 addresses visit the demo season's pages and picture, every fortieth logs in. Gives the number of requests. */
export async function visitPages(url: string, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const siteMap = await ask(`${url}/sitemap.xml`, { agent })
  const events = [...siteMap.body.matchAll(/\/pages\/(?:clinic|lesson|league|tournament)\/\d+/g)]
  const home = await ask(`${url}/`, { agent })
  const pictures = [...home.body.matchAll(/\/pages\/picture\/[^ ",]+/g)]
  const pages = [...forAll, ...[...events, ...pictures].map(([path]) => path)]
  let requestCount = 0
  const look = async (path: string, visitor: number, more: { cookie?: string; text?: string } = {}) => {
    requestCount += 1
    const headers = {
      'X-Forwarded-For': `10.1.${(visitor % addresses) >> 8}.${(visitor % addresses) & 255}`,
      Origin: url,
      ...(more.cookie && { Cookie: more.cookie }),
      ...(more.text && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    }
    const method = more.text ? 'POST' : 'GET'
    const answer = await ask(url + path, { agent, method, headers, text: more.text })
    if (answer.status >= 500) throw new Error(`${path} was answered ${answer.status}.`)
    return answer
  }
  const logIn = async (visitor: number) => {
    const answer = await look('/pages/login', visitor, { text: String(new URLSearchParams(demoParent)) })
    const [cookie] = String(answer.headers['set-cookie']?.[0]).split(';')
    for (const path of familyPages) await look(path, visitor, { cookie })
  }
  const end = Date.now() + seconds * 1000
  let next = 0
  const lane = async () => {
    while (Date.now() < end) {
      const visitor = next++
      if (visitor % 40 === 39) await logIn(visitor)
      else await look(pages[visitor % pages.length] ?? '/', visitor)
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane))
  agent.destroy()
  return requestCount
}
