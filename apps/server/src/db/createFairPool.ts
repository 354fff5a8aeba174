import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { createGate } from '../limits/createGate.ts'

/** Queued requests for a connection, of which one visitor may have a quarter. */
const maxWaiting = 512
/** A request that waited this long is rejected. */
const patienceMs = 5_000

/**
 * A pool whose connections visitors share: one network has at most half of them, and the last quarter is for networks that have none.
 * The server's own work may use all.
 */
export function createFairPool(pool: pg.Pool): PostgresPool & { waitingCount(): number } {
  const gate = createGate({ atOnce: pool.options.max, waiting: maxWaiting, patienceMs })
  let waiting = 0
  return {
    options: pool.options,
    waitingCount: () => waiting + pool.waitingCount,
    connect() {
      waiting += 1
      let isWaiting = true
      const stopWaiting = () => {
        if (isWaiting) waiting -= 1
        isWaiting = false
      }
      return new Promise<PostgresPoolClient>((resolve, reject) => {
        const hold = async () => {
          stopWaiting()
          const client = await pool.connect()
          const { promise, resolve: free } = Promise.withResolvers<void>()
          const release = client.release.bind(client)
          client.release = (destroy?: Error | boolean) => {
            release(destroy)
            free()
          }
          resolve(client)
          await promise
        }
        gate('', hold).catch((e) => {
          stopWaiting()
          reject(e)
        })
      })
    },
    end: () => pool.end(),
  }
}
