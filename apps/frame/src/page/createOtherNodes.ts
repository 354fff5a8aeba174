import type { CaipNetworkId } from '@billfold/protocol/caip'
import { createNode, type Node } from './createNode.ts'

/** The operator's own nodes of a network. */
export type OtherNodes = (networkId: CaipNetworkId) => readonly Node[]

/** An approval waits this long for nodes that only confirm. */
const deadlineMs = 5_000

/** Nodes that the frame calls without the API, by network: what both say counts as confirmed. */
export const createOtherNodes =
  (urls: Readonly<Record<string, readonly string[]>>): OtherNodes =>
  (networkId) =>
    (Object.hasOwn(urls, networkId) ? urls[networkId]! : []).map((url) => createNode({ url, deadlineMs }))
