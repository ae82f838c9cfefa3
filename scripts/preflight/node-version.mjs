// Parsed by old versions of Node too.
const least = [20, 19]

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return
  console.error(
    `Courtside needs Node ${least.join('.')} or newer; this is Node ${process.versions.node}. Get a newer one from https://nodejs.org and try again.`,
  )
  process.exit(1)
}
