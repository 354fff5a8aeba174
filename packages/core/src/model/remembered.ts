import type { Namespace } from '@billfold/protocol/caip'

/** The connector each family used last, for reconnecting. */
export type Remembered = Partial<Record<Namespace, string>>
