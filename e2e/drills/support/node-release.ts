import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { npm } from '../../../scripts/tools.mjs'

/** Node of a release line, by npm's package; fetched once. */
export async function provideNode(line: string): Promise<string> {
  const folder = join(tmpdir(), `courtside-node-${line}`)
  const node = join(folder, 'node_modules/node/bin/node')
  if (!existsSync(node)) {
    const options = ['--ignore-scripts=false', '--no-audit', '--no-fund']
    const fetched = await npm(['install', '--prefix', folder, ...options, `node@${line}`])
    expect(fetched.code, fetched.output).toBe(0)
  }
  return node
}
