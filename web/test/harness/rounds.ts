/** How often a race is run: `RACES=200 npx vitest run by-hand.race` is as long as a drill. */
export const rounds = Array.from({ length: Number(process.env.RACES ?? 10) }, (_, at) => at)
