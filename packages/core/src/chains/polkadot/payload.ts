import type { SignerPayload } from '@billfold/protocol/polkadot/extrinsic'
import type { TransferCall } from '../transfers.ts'

/** A kept call, read as what it was written from. */
export const readPayload = (call: TransferCall): SignerPayload => call as unknown as SignerPayload
