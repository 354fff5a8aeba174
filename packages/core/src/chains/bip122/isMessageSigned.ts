import { isBitcoinMessageSigned } from '@billfold/protocol/bitcoin/isBitcoinMessageSigned'

/** Whether the account signed the text; a separate file, so that sign-in has the same import for every family. */
export const isMessageSigned = isBitcoinMessageSigned
