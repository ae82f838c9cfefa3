import { addTown } from '../families.ts'
import { cpuSeconds, cpuSecondsWithChildren } from '../harness/cpu.ts'
import { openPostOffice } from '../harness/post-office.ts'
import { atLeast, formatSpread, median, note, title } from '../harness/report.ts'
import { findPostmaster } from '../rush/evening.ts'
import { makeDatabase, openSite, untilMailIsSent } from '../site.ts'
import { type Parents, startParents } from './parents.ts'

const counts = [1, 2, 4]
const rounds = 3
const [checkouts, parallel, sessions] = [1200, 32, 200]
type Sites = Awaited<ReturnType<typeof openSite>>[]
type Result = { rate: number; sites: number; database: number; parents: number }
type Town = { url: string; firstSession: number; postmaster: number; parents: Parents[] }

/** Scaling with processes, and the CPU time per cart. */
export async function measureProcesses() {
  const { url, db, close } = await makeDatabase('processes')
  const firstSession = await addTown(db, (rounds + 1) * counts.length * checkouts, sessions)
  await close()
  const [mail, postmaster] = [await openPostOffice(), await findPostmaster(url)]
  const parents = Array.from({ length: Math.max(...counts) }, startParents)
  const town = { url, firstSession, postmaster, parents }
  title(`Checkouts a second of one, two and four processes: ${parallel} parents, until the last mail is sent`)
  const results = new Map(counts.map((count) => [count, [] as Result[]]))
  let from = 1
  for (let round = 0; round <= rounds; round += 1)
    for (const [count, runs] of results) {
      const opened = Array.from({ length: count }, () => openSite(url, { SMTP_URL: mail.url }))
      const sites = await Promise.all(opened)
      const result = await checkOut(town, sites, from)
      from += checkouts
      if (round > 0) runs.push(result)
      for (const site of sites) await site.close()
    }
  for (const some of parents) some.close()
  mail.close()
  for (const [count, runs] of results) show(count, runs)
  const medianRate = (count: number) => median((results.get(count) ?? []).map(({ rate }) => rate))
  const ratio = (count: number) => medianRate(count) / medianRate(1)
  atLeast(1, 'two processes beside one', ratio(2), `four ${ratio(4).toFixed(2)}`)
}

async function checkOut({ url, firstSession, postmaster, parents }: Town, sites: Sites, from: number) {
  const work = () => ({
    sites: sites.reduce((sum, { pid = 0 }) => sum + cpuSeconds(pid), 0),
    database: cpuSecondsWithChildren(postmaster),
    parents: parents.reduce((sum, { pid = 0 }) => sum + cpuSeconds(pid), 0),
  })
  const [count, each] = [checkouts / sites.length, parallel / sites.length]
  const load = { firstSession, sessions, parallel: each, count }
  await Promise.all(sites.map((site) => fetch(site.url)))
  const [before, began] = [work(), performance.now()]
  await Promise.all(
    sites.map((site, at) => parents[at]?.checkOut({ ...load, url: site.url, from: from + at * count })),
  )
  await untilMailIsSent(url)
  const [rate, after] = [(1000 * checkouts) / (performance.now() - began), work()]
  const cost = (name: keyof typeof after) => (1000 * (after[name] - before[name])) / checkouts
  return { rate, sites: cost('sites'), database: cost('database'), parents: cost('parents') }
}

function show(count: number, results: Result[]) {
  const all = (name: keyof Result) => results.map((result) => result[name])
  const work = (['sites', 'database', 'parents'] as const)
    .map((name) => `${name} ${median(all(name)).toFixed(1)} ms`)
    .join(', ')
  note(`${count}: ${formatSpread(all('rate'))}/s; work for each cart: ${work}`)
}
