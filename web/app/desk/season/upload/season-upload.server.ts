import { eq } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { withDemo } from '#season/demo/demo-season.server.ts'
import { takesDemoAway } from '#season/demo/remove-demo.server.ts'
import type { Writer } from '#season/drafts/drafts.server.ts'
import { latestRevision } from '#season/file/export-season.server.ts'
import type { SourceFile } from '#season/file/season-file.server.ts'
import { type Import, importSeason } from '#season/publish/import-season.server.ts'

type Wish = { onlyAt?: number | undefined; undo?: boolean; tellReworded?: boolean; write: boolean }

/** Imports the member's upload, or dry-runs it, as the command does. */
export const bringUpload = (
  { db, env }: World,
  writer: Writer,
  file: SourceFile,
  wish: Wish,
): Promise<Import> =>
  importSeason(db, file, {
    ...{ ...wish, withDemo: withDemo({ env }), siteUrl: env.siteUrl },
    ...{ by: writer.actor, via: 'desk' },
  })

/** Problems by line, or the changes of a dry run. */
export async function planUpload(world: World, writer: Writer, file: SourceFile) {
  const revision = await latestRevision(world.db)
  const plan = await bringUpload(world, writer, file, { write: false, tellReworded: true })
  if ('problems' in plan)
    return { isInOrder: false as const, problems: plan.problems.map((message) => placed(message, file)) }
  const changes = plan.changes.filter(({ did }) => did !== 'unchanged')
  const { told: counts, undoes } = plan
  return {
    isInOrder: true as const,
    ...{ changes, counts, undoes, revision, same: plan.changes.length - changes.length },
    isOwnEnd: takesDemoAway(plan.changes) && (await isDemo(world, writer)),
  }
}

/** "season.yaml:12: price is …" → line number, its text and the message. */
function placed(problem: string, { name, text }: SourceFile) {
  const [, line = '1', message = problem] = /^:(\d+): (.*)$/s.exec(problem.slice(name.length)) ?? []
  return { line: Number(line), written: text.split('\n')[Number(line) - 1]?.trim() ?? '', message }
}

async function isDemo({ db }: World, { accountId }: Writer): Promise<boolean> {
  const [account] = await db
    .select({ isDemo: accounts.isDemo })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return account?.isDemo === true
}
