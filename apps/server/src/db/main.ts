import * as z from 'zod/mini'
import { exitWith } from '../process/exitWith.ts'
import { readEnvironment } from '../process/readEnvironment.ts'
import { StartupError } from '../process/startupError.ts'
import { startDatabase } from './embedded.ts'

const variables = z.object({
  DATABASE_DIR: z.string('the directory that holds the data').check(z.minLength(1)),
  DATABASE_PORT: z
    ._default(z.coerce.number('a port from 0 to 65535'), 4103)
    .check(
      z.int('a port from 0 to 65535'),
      z.gte(0, 'a port from 0 to 65535'),
      z.lte(65_535, 'a port from 0 to 65535'),
    ),
})

/** Runs the bundled PostgreSQL in the foreground, as a child of a supervisor: one line when it is ready, gone on SIGTERM. */
async function main() {
  const { DATABASE_DIR: dir, DATABASE_PORT: port } = readEnvironment(variables, process.env)
  let isStopping = false
  const starting = startDatabase({ dir, port, say: (line) => console.log(line) })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      starting.then((database) => database.stop()).catch(exitWith)
    })
  const database = await starting
  if (!isStopping) console.log(`database ready on 127.0.0.1:${database.port}`)
  const last = await database.ended
  if (!isStopping) throw new StartupError(`The database exited on its own: ${last}`)
}

await main().catch(exitWith)
