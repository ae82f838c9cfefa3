import { startReconciling } from '#checkout/reconcile.server.ts'
import { startForgetting } from '#leaving/forget-inactive.server.ts'
import { startMailJob } from '#mail/send-mails.server.ts'
import { startSweeping } from '#people/accounts/sweep.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { closeDoor, openDoor } from '#platform/owner-door.server.ts'
import { startCounting } from '#platform/tally.server.ts'
import { endDemo, loadDemoSeason, startPayingCards, withDemo } from '#season/demo/demo-season.server.ts'

/** Starts what runs beside the requests; the answer stops it. */
export async function startJobs(world: World): Promise<() => Promise<void>> {
  await loadDemoSeason(world)
  await endDemo(world)
  const { databaseUrl, dataDir, port } = world.env
  if (!databaseUrl) openDoor(dataDir, port)
  const stops = [
    startCounting(world.log),
    startMailJob(world),
    startSweeping(world),
    startForgetting(world),
    startReconciling(world),
  ]
  const stopPaying = withDemo(world) ? startPayingCards(world) : undefined
  return async () => {
    stopPaying?.()
    await Promise.all(stops.map((stop) => stop()))
    if (!databaseUrl) closeDoor(dataDir)
  }
}
