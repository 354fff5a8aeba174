import type { NameProof, TransferRequest } from '../../chains/transfers.ts'

/** The recipient from an address, a payment link or a name. */
export type FoundRecipient = Omit<TransferRequest, 'networkId'> & { name?: string; proof?: NameProof }
