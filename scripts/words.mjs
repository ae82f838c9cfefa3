// What follows a command is checked before anything is installed or built. Node's own modules only.
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

const words = process.argv.slice(2)

/** Ends with a sentence where a word is not one of `known`; without any, the command takes none. */
export function checkWords(known = []) {
  refuse(
    words.find((word) => !known.includes(word)),
    known,
  )
}

/** For a runner of tests: a plain word before its options must be in the name of a file in `folder` or below. */
export function checkFileWords(folder, ending) {
  const names = readdirSync(new URL(`../${folder}/`, import.meta.url), { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending))
  const firstOption = words.findIndex((word) => word.startsWith('-'))
  const files = firstOption === -1 ? words : words.slice(0, firstOption)
  refuse(
    files.find((word) => /^[\w-]+$/.test(word) && !names.some((name) => name.includes(word))),
    names,
  )
}

function refuse(word, known) {
  if (word === undefined) return
  const rest = known.length ? `Known are ${known.join(', ')}.` : 'This command takes no words.'
  console.error(`“${word}” is not known here. ${rest}`)
  process.exit(2)
}
