import { inject } from 'vitest'
import { ownStackVariable } from './ownStackVariable.ts'

/** A stack's addresses as journeys use them. */
export type StackAddresses = {
  site: string
  devnet: string
  api: string
  /** The relay between wallets and sites; a WebSocket. */
  relay: string
  /** The caught mails, as JSON. */
  mail: string
  /** Every port of the stack. */
  ports: readonly number[]
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    stacks: readonly StackAddresses[]
  }
}

/** The worker's own stack: concurrent journeys share no chain, no database and no relay. */
export const stack: StackAddresses = (() => {
  const given = process.env[ownStackVariable]
  if (given) return JSON.parse(given)
  const number = Number(process.env.VITEST_POOL_ID)
  const own = inject('stacks')[number - 1]
  if (!own) throw new Error(`Worker ${number} has no stack: ${inject('stacks').length} were started`)
  return own
})()
