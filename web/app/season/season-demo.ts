import type { DemoSection } from '#season/file/season-file.schema.ts'
import type { Reading, SeasonSession } from '#season/file/season-reading.ts'

/** Names in "demo" lines exist in the demo section and do not exceed the places. */
export function checkDemo(
  demo: DemoSection | undefined,
  events: { sessions: SeasonSession[] }[],
  { at }: Reading,
) {
  const names = new Set(
    demo?.accounts
      .flatMap((account) => [account.myself, ...(account.players ?? [])])
      .map((player) => player?.name),
  )
  for (const event of events) {
    for (const session of event.sessions) {
      const path = [...session.path, 'demo']
      const { others = 0, ...named } = session.demo
      const many = Number(others)
      if (!(many >= 0 && many <= (demo?.others.length ?? 0)))
        at(
          [...path, 'others'],
          `others is “${others}”; write a number up to ${demo?.others.length ?? 0}, as many as the demo section names`,
        )
      for (const [name, paid] of Object.entries(named)) {
        if (!names.has(name))
          at(
            [...path, name],
            `“${name}” is no player of the demo section; write one of ${[...names].filter(Boolean).join(', ')}`,
          )
        if (typeof paid !== 'string') at([...path, name], `“${name}” has ${paid}; write how they paid`)
      }
      const taken = Object.keys(named).length + many
      if (session.places !== null && taken > session.places)
        at(path, `demo has ${taken} players for ${session.places} places; write fewer`)
    }
  }
}
