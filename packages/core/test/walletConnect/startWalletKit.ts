import { approveNamespaces, type SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import { initWalletKit } from '@billfold/testkit/test/initWalletKit'
import type { WalletKitTypes } from '@reown/walletkit'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

export const walletKey = '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
/** The key of the account the wallet signs with. */
export const account: PrivateKeyAccount = privateKeyToAccount(walletKey)

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** The wallet's supported namespaces. */
export const supported: SessionNamespaces = {
  eip155: {
    accounts: [`eip155:1:${account.address}`, `eip155:10:${account.address}`],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_getCapabilities'],
    events: ['chainChanged', 'accountsChanged'],
  },
  solana: {
    accounts: [`${solana}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`],
    methods: ['solana_signMessage'],
    events: [],
  },
}

type Answer = (request: { method: string; params: unknown }) => Promise<unknown> | unknown

/** A wallet on the most common wallet library, with a real key and scripted responses. */
export async function startWalletKit(relayUrl: string) {
  const wallet = await initWalletKit(relayUrl, 'Test wallet')
  const { kit } = wallet
  const requests: { method: string; chainId: string }[] = []
  const behaviour: { propose: 'approve' | 'reject' | 'ignore'; has: SessionNamespaces; answer: Answer } = {
    propose: 'approve',
    has: supported,
    answer: async ({ method, params }) => {
      if (method !== 'personal_sign') throw new Error(`no answer to ${method}`)
      const [raw] = params as [`0x${string}`]
      return account.signMessage({ message: { raw } })
    },
  }
  const proposals: WalletKitTypes.SessionProposal[] = []
  const approve = ({ id, params }: WalletKitTypes.SessionProposal) => {
    const { requiredNamespaces, optionalNamespaces } = params
    const namespaces = approveNamespaces(requiredNamespaces as never, optionalNamespaces as never, behaviour.has)
    return kit.approveSession({ id, namespaces: namespaces as never })
  }
  kit.on('session_proposal', async (proposal) => {
    proposals.push(proposal)
    const { id } = proposal
    if (behaviour.propose === 'reject')
      await kit.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } })
    if (behaviour.propose === 'approve') await approve(proposal)
  })
  kit.on('session_request', async ({ id, topic, params }) => {
    requests.push({ method: params.request.method, chainId: params.chainId })
    const response = await Promise.resolve(params.request)
      .then(behaviour.answer)
      .then(
        (result) => ({ id, jsonrpc: '2.0' as const, result }),
        (e: Error & { code?: number }) => ({
          id,
          jsonrpc: '2.0' as const,
          error: { code: e.code ?? -32603, message: e.message },
        }),
      )
    await kit.respondSessionRequest({ topic, response: response as never })
  })
  return {
    ...wallet,
    requests,
    proposals,
    behaviour,
    pair: (uri: string) => kit.pair({ uri }),
    approve,
    /** The next proposal, pending the person's decision. */
    proposed: () =>
      new Promise<WalletKitTypes.SessionProposal>(
        (done) => void kit.engine.signClient.events.once('session_proposal', done),
      ),
    deleted: () => wallet.next('session_delete'),
  }
}
