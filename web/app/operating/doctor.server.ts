import type { World } from '#platform/contexts.server.ts'
import { checkDeskKey } from './check-desk.server.ts'
import { checkDisk, checkFolders, checkKeys, checkNode, checkPapers } from './check-machine.server.ts'
import {
  checkCertificate,
  checkClocks,
  checkGateway,
  checkMailServer,
  checkSandbox,
} from './check-outside.server.ts'
import {
  checkBackup,
  checkBooks,
  checkCharges,
  checkDatabase,
  checkDemoAccounts,
  checkDisputes,
  checkMails,
  checkSettlements,
} from './check-stored.server.ts'
import type { Finding } from './finding.ts'
import { listGoneOut } from './gone-out.server.ts'

/** Examines the whole site: a line for each thing, and after a restore the list of what may have gone out already. */
export async function examine(world: World, { mailTo }: { mailTo?: string | undefined }) {
  const database = await checkDatabase(world)
  const isUsable = database.state === 'fine'
  const findings = [database]
  for (const check of isUsable ? [...ofStored, ...ofAll] : ofAll) findings.push(await check(world))
  if (isUsable) findings.push(await checkMailServer(world, mailTo), await checkClocks(world))
  const goneOut = isUsable ? await listGoneOut(world) : []
  return {
    done: [...findings.map(lineOf), ...goneOut],
    isWell: findings.every(({ state }) => state !== 'wrong') && goneOut.length === 0,
  }
}

const ofStored = [
  checkMails,
  checkCharges,
  checkSettlements,
  checkBooks,
  checkDisputes,
  checkBackup,
  checkDeskKey,
  checkDemoAccounts,
]
const ofAll = [
  checkGateway,
  checkKeys,
  checkSandbox,
  checkCertificate,
  checkNode,
  checkDisk,
  checkFolders,
  checkPapers,
]

const lineOf = ({ what, state, says }: Finding) => `${state.padEnd(6)} ${what}: ${says}`
