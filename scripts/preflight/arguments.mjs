// Arguments are checked before the installation, by Node's modules alone.
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

const args = process.argv.slice(2)

export function checkArguments(known = []) {
  refuse(
    args.find((argument) => !known.includes(argument)),
    known,
  )
}

/** A word before the options must be in the name of a file in `folder` or below. */
export function checkFileArguments(folder, ending) {
  const names = readdirSync(new URL(`../../${folder}/`, import.meta.url), { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending))
    .sort()
  const firstOption = args.findIndex((argument) => argument.startsWith('-'))
  const files = firstOption === -1 ? args : args.slice(0, firstOption)
  refuse(
    files.find((argument) => /^[\w-]+$/.test(argument) && !names.some((name) => name.includes(argument))),
    names,
  )
}

function refuse(argument, known) {
  if (argument === undefined) return
  const rest = known.length ? `Known are ${known.join(', ')}.` : 'This command takes no words.'
  console.error(`“${argument}” is not known here. ${rest}`)
  process.exit(2)
}
