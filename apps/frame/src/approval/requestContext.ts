import type { Node } from '../page/createNode.ts'
import type { OtherNodes } from '../page/createOtherNodes.ts'
import type { Smart } from '../page/createSmart.ts'
import type { FrameNetwork } from '../page/frameNetwork.ts'
import type { Speech } from '../screens/texts/createSpeech.ts'
import type { Person, Wallet } from '../wallet/wallet.ts'
import type { OwnContract } from './listedContracts.ts'

/** Context of a request: its network, the person, their wallet, and the page's origin as the browser reports it. */
export type RequestContext = {
  network: FrameNetwork
  person: Person
  origin: string
  speech: Speech
  node: Node
  /** The operator's own nodes of a network, if any; the frame compares the API's responses with theirs. */
  otherNodes: OtherNodes
  /** The operator's own list of contracts. */
  contracts?: readonly OwnContract[] | undefined
  smart: Smart
  wallet: Pick<Wallet, 'sign'>
}
