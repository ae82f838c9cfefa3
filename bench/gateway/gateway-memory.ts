import { execFileSync } from 'node:child_process'
import { atMost, note, title } from '../harness/report.ts'
import { copyDatabase } from '../site.ts'
import { measuredSales, openGateway } from './gateway-process.ts'

const sales = 100_000
const step = 5_000

/** 100,000 sales: minutes long, measured only by name. */
export async function measureGatewayMemory() {
  const gateway = await openGateway(await copyDatabase('template1', 'gateway_memory'))
  title(`Memory of the sandbox over ${sales.toLocaleString('en-US')} sales through the server API`)
  const sizes: number[] = []
  for (let from = 1; from <= sales; from += step) {
    const { rate } = await measuredSales(gateway.url, { from, count: step, parallel: 32 })
    sizes.push(residentMegabytes(gateway.pid))
    note(`${from + step - 1} sales: ${sizes.at(-1)?.toFixed(0)} MB, ${rate.toFixed(0)}/s`)
  }
  await gateway.close()
  // The first fifth is warm-up.
  const [early, late] = [sizes.slice(4, 8), sizes.slice(-4)].map((some) => Math.max(...some))
  const detail = `at most ${late?.toFixed(0)} MB in the last fifth, ${early?.toFixed(0)} MB in the second`
  atMost(1.15, 'memory of the sandbox', (late ?? Number.NaN) / (early ?? Number.NaN), detail)
}

function residentMegabytes(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024
}
