import { listSentSinceBackup } from '#operations/sent-since-backup.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { withTimeout } from '#platform/jobs/every.server.ts'
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
import { describeCause, type Finding, wrong } from './finding.ts'

type ExamineOptions = { mailTo?: string | undefined; seconds?: number }

/** One line per check, and after a restore the list of what may have been sent already. */
export async function examine(world: World, options: ExamineOptions) {
  const findings = await collectFindings(world, options)
  const isUsable = findings[0]?.state === 'fine'
  const goneOut = isUsable ? await listSentSinceBackup(world) : []
  return {
    done: [...findings.map(formatFinding), ...goneOut],
    isWell: findings.every(({ state }) => state !== 'wrong') && goneOut.length === 0,
  }
}

/** The database first. Where a page waits, each check has a time-out. */
export async function collectFindings(
  world: World,
  { mailTo, seconds = 600 }: ExamineOptions,
): Promise<Finding[]> {
  const database = await checkDatabase(world)
  const findings = [database]
  const last = { 'Mail server': () => checkMailServer(world, mailTo), Clocks: checkClocks }
  const checks = database.state === 'fine' ? { ...databaseChecks, ...generalChecks, ...last } : generalChecks
  for (const [what, check] of Object.entries(checks))
    findings.push(await attempt(what, () => withTimeout(seconds, Promise.resolve(check(world)))))
  return findings
}

const databaseChecks = {
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
const generalChecks = {
  Gateway: checkGateway,
  Keys: checkKeys,
  Sandbox: checkSandbox,
  Certificate: checkCertificate,
  Node: checkNode,
  Disk: checkDisk,
  Folders: checkFolders,
  Papers: checkPapers,
}

/** A check that throws stops no other. */
async function attempt(what: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (problem) {
    return wrong(what, `cannot be examined (${describeCause(problem)}).`)
  }
}

const formatFinding = ({ what, state, message }: Finding) => `${state.padEnd(6)} ${what}: ${message}`
