import { Adapter } from './Adapter.ts'

export type BitcoinAdapterOptions = {
  networks?: readonly unknown[]
  /** Accepted so that callers compile: balances come from the operator's API. */
  api?: object
  projectId?: string
}

/** Bitcoin's wallets are the kit's matter: the adapter only names the family. */
export class BitcoinAdapter extends Adapter {
  constructor({ projectId }: BitcoinAdapterOptions = {}) {
    super({ namespace: 'bip122', adapterType: 'bip122', ...(projectId === undefined ? {} : { projectId }) })
  }
}
