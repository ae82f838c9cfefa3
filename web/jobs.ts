import { startForgetting } from '#account/erasing/forget-inactive.server.ts'
import { startSweepingRecords } from '#account/erasing/sweep-records.server.ts'
import { endCardAlarm } from '#bot-check/card-alarm.server.ts'
import { chargePurpose } from '#checkout/pay/pay.server.ts'
import { reconcileOpenCharges, sweepHolds } from '#checkout/pay/reconcile.server.ts'
import { sweepTickets } from '#checkout/queue/line.server.ts'
import { writeDownEarlierReceipts } from '#invoices/receipts.server.ts'
import { startMailJob } from '#mail/send-mails.server.ts'
import { startErasingCareNotes } from '#meetings/care/notify-erasing.server.ts'
import { startWatching } from '#operations/alarms.server.ts'
import { undoLateSales } from '#payments/gateway/late-sales.server.ts'
import { askForSettlements } from '#payments/gateway/settlement.server.ts'
import { startSweeping } from '#people/accounts/sweep.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { closeDoor, openDoor } from '#platform/http/owner-door.server.ts'
import { every, stopsAll } from '#platform/jobs/every.server.ts'
import { startAnnouncing } from '#platform/jobs/processes.server.ts'
import { startCounting } from '#platform/tally.server.ts'
import { startBookkeeping } from '#reconciliation/bookkeeping.server.ts'
import { askForRefundSettlements } from '#refunds/settlement/refund-settlement.server.ts'
import { findLateRefunds, reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { endDemo, loadFirstSeason, startPayingCards, withDemo } from '#season/demo/demo-season.server.ts'
import { keepDemoTeam } from '#season/demo/demo-team.server.ts'
import { readEarlierSeasons } from '#season/drafts/revisions.server.ts'
import { startWarning } from '#team/warn-dates.server.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'

/** Returns the stop of all jobs. */
export async function startJobs(world: World): Promise<() => Promise<void>> {
  await loadFirstSeason(world)
  await keepDemoTeam(world)
  await endDemo(world)
  const { databaseUrl, dataDir, port } = world.env
  if (!databaseUrl) openDoor(dataDir, port)
  const stops = [
    ...(databaseUrl ? [startAnnouncing(world)] : []),
    startCounting(world.log),
    startMailJob(world),
    startSweeping(world),
    startSweepingRecords(world),
    startForgetting(world),
    startErasingCareNotes(world),
    startReconciling(world),
    every(
      86_400,
      () => writeDownEarlierReceipts(world.db),
      world.log,
      'earlier receipts could not be written down',
    ),
    every(86_400, () => readEarlierSeasons(world.db), world.log, 'earlier seasons could not be read'),
    every(
      offersEverySeconds,
      () => makeOffers(world),
      world.log,
      'places could not be offered to those who wait',
    ),
    startBookkeeping(world),
    startWatching(world),
    startWarning(world),
  ]
  const stopPaying = withDemo(world) ? startPayingCards(world) : undefined
  return async () => {
    stopPaying?.()
    await stopsAll(stops)()
    if (!databaseUrl) closeDoor(dataDir)
  }
}

/** Frequent, since it is cheap: where nobody waits, two statements that read nothing. */
const offersEverySeconds = 5

/** At the start and every minute. Returns its stop. */
function startReconciling(world: World): () => Promise<void> {
  const seconds = world.env.settleEverySeconds
  return stopsAll([
    every(seconds, () => reconcileOpenCharges(world), world.log, 'open charges could not be settled'),
    every(seconds, () => reconcileOpenRefunds(world), world.log, 'open refunds could not be settled'),
    every(
      seconds,
      () => undoLateSales(world, chargePurpose(world)),
      world.log,
      'late sales could not be asked about',
    ),
    every(
      seconds,
      () => askForSettlements(world, chargePurpose(world)),
      world.log,
      'the gateway could not be asked for settlements',
    ),
    every(
      seconds,
      () => askForRefundSettlements(world),
      world.log,
      'the gateway could not be asked whether refunds settled',
    ),
    every(seconds, () => findLateRefunds(world), world.log, 'late refunds could not be asked about'),
    every(seconds, () => sweepHolds(world), world.log, 'holds could not be swept'),
    every(seconds, () => sweepTickets(world.db), world.log, 'the line of the checkout could not be swept'),
    every(seconds, () => endCardAlarm(world), world.log, 'the alarm of declined cards could not be ended'),
  ])
}
