import { eq } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { withDemo } from '#season/demo/demo-season.server.ts'
import { takesDemoAway } from '#season/demo/remove-demo.server.ts'
import type { Writer } from '#season/drafts/drafts.server.ts'
import { latestRevision } from '#season/file/export-season.server.ts'
import type { GivenFile } from '#season/file/season-file.server.ts'
import { type Import, importSeason } from '#season/publish/import-season.server.ts'

type Wish = { onlyAt?: number | undefined; undo?: boolean; tellReworded?: boolean; write: boolean }

/** Brings in what a member uploaded, or says what that would change: as the command does with a file at the machine. */
export const bringUpload = (
  { db, env }: World,
  writer: Writer,
  file: GivenFile,
  wish: Wish,
): Promise<Import> =>
  importSeason(db, file, {
    ...{ ...wish, withDemo: withDemo({ env }), siteUrl: env.siteUrl },
    ...{ by: writer.actor, via: 'desk' },
  })

/** What the page shows of an upload: what is wrong with it, line by line, or what it would change. */
export async function planOf(world: World, writer: Writer, file: GivenFile) {
  const revision = await latestRevision(world.db)
  const plan = await bringUpload(world, writer, file, { write: false, tellReworded: true })
  if ('problems' in plan)
    return { isInOrder: false as const, problems: plan.problems.map((words) => placed(words, file)) }
  const changes = plan.changes.filter(({ did }) => did !== 'unchanged')
  const { told, undoes } = plan
  return {
    isInOrder: true as const,
    ...{ changes, told, undoes, revision, same: plan.changes.length - changes.length },
    isOwnEnd: takesDemoAway(plan.changes) && (await isDemo(world, writer)),
  }
}

/** "season.yaml:12: price is …" → its line, what stands there, and the words. */
function placed(problem: string, { name, text }: GivenFile) {
  const [, line = '1', words = problem] = /^:(\d+): (.*)$/s.exec(problem.slice(name.length)) ?? []
  return { line: Number(line), written: text.split('\n')[Number(line) - 1]?.trim() ?? '', words }
}

async function isDemo({ db }: World, { accountId }: Writer): Promise<boolean> {
  const [account] = await db
    .select({ isDemo: accounts.isDemo })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return account?.isDemo === true
}
