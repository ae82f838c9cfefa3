// Preloaded: at SIGUSR2 it collects garbage and writes down the memory.
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', async () => {
  // Finalisers release more.
  for (let times = 0; times < 3; times++) {
    collect()
    await wait(100)
  }
  writeFileSync(process.env.BENCH_MEMORY_FILE ?? '', JSON.stringify(process.memoryUsage()))
})
