import type { SignerPayload } from '@billfold/protocol/polkadot/extrinsic'
import type { TransferCall } from '../../model/transfer.ts'

/** Reads a stored call as its payload. */
export const readPayload = (call: TransferCall): SignerPayload => call as unknown as SignerPayload
