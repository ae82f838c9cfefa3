import { formatList } from '#platform/format/format-list.ts'

/** Increase it with every change of the text. */
const edition = 1

export type Release = { version: string; title: string; paragraphs: string[] }

export function liabilityRelease({ name, clubs }: { name: string; clubs: string[] }): Release {
  const named = formatList([...clubs, name])
  return {
    version: `${edition}: ${[...clubs, name].join('; ')}`,
    title: 'Liability release',
    paragraphs: [
      `Tennis is a sport, and players can get hurt. By accepting this release I confirm that I take part, or let my child take part, at our own risk.`,
      `I release ${named}, with their officers, coaches, employees and volunteers, from all liability for injuries that happen in supervised tennis activities, as far as the law allows.`,
      'I confirm that I, or the children I register, are healthy enough to play, and I agree that a coach may call for medical help in an emergency.',
      'I accept this release for myself and for every player whom I add to my account.',
    ],
  }
}
