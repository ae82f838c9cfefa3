import { expect } from 'vitest'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Answer, Sent } from '../harness/http-client.ts'

type Ask = (path: string, sent: Sent) => Promise<Answer>

/** Asks, and undoes what was changed; `seen` looks at it before. */
export function askingAndUndoing(world: World, ask: Ask) {
  const { db } = world
  return async (path: string, sent: Sent, seen: (db: Db) => Promise<void> = async () => {}) => {
    const answers: Answer[] = []
    const undone = db.transaction(async (tx) => {
      world.db = tx
      answers.push(await ask(path, sent))
      await seen(tx)
      throw new Undo()
    })
    await undone.catch((problem) => expect(problem).toBeInstanceOf(Undo))
    world.db = db
    return answers[0] as Answer
  }
}

class Undo extends Error {}
