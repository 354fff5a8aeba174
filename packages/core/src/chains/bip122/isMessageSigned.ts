import { isBitcoinMessageSigned } from '@billfold/protocol/bitcoin/isBitcoinMessageSigned'

/** Whether the account signed the text; a file of its own, since signing in has the same code beside other families'. */
export const isMessageSigned = isBitcoinMessageSigned
