import type { Expiry } from './expireMessages.ts'
import { liveBytesOf, type NewMessage } from './mailbox.ts'
import type { PublishQueue, Stored } from './publishQueue.ts'
import { RelayError } from './relayError.ts'
import type { StorageQuotas } from './storageQuotas.ts'

type Deps = {
  expiry: Pick<Expiry, 'isFull' | 'hasSpace' | 'add'>
  quotas: Pick<StorageQuotas, 'reserve' | 'settle'>
  queue: PublishQueue
}

/** Stores a client's messages if the relay has space and the client's quotas allow it. */
export function createPublisher({ expiry, quotas, queue }: Deps) {
  return async (messages: NewMessage[]): Promise<Stored[]> => {
    if (expiry.isFull() && !(await expiry.hasSpace()))
      throw new RelayError('mailbox_full', 'The mailboxes of this relay are full')
    const reserved = quotas.reserve(messages)
    const shares = reserved instanceof Promise ? await reserved : reserved
    let isStored = false
    try {
      const stored = await queue.add(messages)
      isStored = true
      for (let i = 0; i < stored.length; i++) if (stored[i]!.isNew) expiry.add(liveBytesOf(messages[i]!))
      return stored
    } finally {
      quotas.settle(shares, isStored)
    }
  }
}
