import type { Namespace } from '@billfold/protocol/caip'
import type { Connector } from './connector.ts'

/** A kit's live connectors, for the static data in the store. */
export type Connectors = {
  get(namespace: Namespace, id: string): Connector | undefined
  /** The same, after every search has run: some load their code first. */
  seek(namespace: Namespace, id: string): Promise<Connector | undefined>
  /** False if one with the same id and namespace exists: the first stays. */
  add(connector: Connector): boolean
  all(): Iterable<Connector>
  /** Runs the wallet discovery once; resolves when all searches have finished. */
  ask(): unknown
}
