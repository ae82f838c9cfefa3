import type { World } from '#platform/contexts.server.ts'

/** Starts what runs beside the requests; the answer stops it. */
export async function startJobs(_world: World): Promise<() => Promise<void>> {
  return async () => undefined
}
