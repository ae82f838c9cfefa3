import { listGoneOut } from '#operating/gone-out.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { endedWithin } from '#platform/jobs/every.server.ts'
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
  checkLedger,
  checkMails,
  checkSeason,
  checkSettlements,
} from './check-stored.server.ts'
import { type Finding, reasonOf, wrong } from './finding.ts'

type Asked = { mailTo?: string | undefined; seconds?: number }

/** Examines the whole site: a line for each thing, and after a restore the list of what may have gone out already. */
export async function examine(world: World, asked: Asked) {
  const findings = await findingsOf(world, asked)
  const isUsable = findings[0]?.state === 'fine'
  const goneOut = isUsable ? await listGoneOut(world) : []
  return {
    done: [...findings.map(lineOf), ...goneOut],
    isWell: findings.every(({ state }) => state !== 'wrong') && goneOut.length === 0,
  }
}

/** What each check finds, the database first. Where somebody waits before a page, none takes longer than so many seconds. */
export async function findingsOf(world: World, { mailTo, seconds = 600 }: Asked): Promise<Finding[]> {
  const database = await checkDatabase(world)
  const findings = [database]
  const last = { 'Mail server': () => checkMailServer(world, mailTo), Clocks: checkClocks }
  const checks = database.state === 'fine' ? { ...ofStored, ...ofAll, ...last } : ofAll
  for (const [what, check] of Object.entries(checks))
    findings.push(await attempt(what, () => endedWithin(seconds, Promise.resolve(check(world)))))
  return findings
}

const ofStored = {
  Mails: checkMails,
  Charges: checkCharges,
  Settlements: checkSettlements,
  Books: checkBooks,
  Ledger: checkLedger,
  Disputes: checkDisputes,
  Backup: checkBackup,
  'Key of the desk': checkDeskKey,
  Season: checkSeason,
  'Demo accounts': checkDemoAccounts,
}
const ofAll = {
  Gateway: checkGateway,
  Keys: checkKeys,
  Sandbox: checkSandbox,
  Certificate: checkCertificate,
  Node: checkNode,
  Disk: checkDisk,
  Folders: checkFolders,
  Papers: checkPapers,
}

/** What it looks at may be closed to whoever asks: the other checks go on. */
async function attempt(what: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (problem) {
    return wrong(what, `cannot be examined (${reasonOf(problem)}).`)
  }
}

const lineOf = ({ what, state, says }: Finding) => `${state.padEnd(6)} ${what}: ${says}`
