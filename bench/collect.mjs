// Loaded into a process that is measured: at SIGUSR2 it gives up what nobody holds any more, and writes down what is left.
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', async () => {
  // What is told of its end gives up more.
  for (let times = 0; times < 3; times++) {
    collect()
    await wait(100)
  }
  writeFileSync(process.env.BENCH_MEMORY_FILE ?? '', JSON.stringify(process.memoryUsage()))
})
