import type { RequestNodes } from '../rpc/requestNodes.ts'
import type { WcClient } from './createWcClient.ts'
import type { PeerAnswer } from './peers.ts'
import type { WcSession } from './wcSession.ts'

export type RequestParts = {
  client: Pick<WcClient, 'session' | 'request' | 'keepProperties'>
  /** Queries a chain's nodes. */
  rpc: RequestNodes
  /** A chain's node URLs; undefined if the site does not use it. */
  rpcUrls: (chainId: string) => readonly string[] | undefined
  /** Our server, which looks up smart accounts' calls by bundler. */
  apiUrl: string
  projectId: string
  /** Switches chains, by the wallet's rules. */
  goTo: (chainId: string, signal?: AbortSignal) => Promise<void>
}

export type SentRequest = {
  chainId: string
  method: string
  params: unknown
  signal?: AbortSignal | undefined
  onId?: ((id: number) => void) | undefined
  onAfter?: ((answer: PeerAnswer) => void) | undefined
}

export type Special = (parts: RequestParts, session: WcSession, request: SentRequest) => Promise<unknown>
