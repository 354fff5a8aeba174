import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { BrowserContext } from 'playwright-core'
import {
  type Abi,
  concat,
  createWalletClient,
  decodeEventLog,
  defineChain,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  publicActions,
  size,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { OpenOptions } from './harness.ts'
import { manifest, playground } from './visitKit.ts'

const require = createRequire(import.meta.url)
/** Safe's own contracts, as they are deployed everywhere. */
function artifactOf(path: string): { abi: Abi; bytecode: Hex } {
  return JSON.parse(
    readFileSync(require.resolve(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`), 'utf8'),
  )
}
const safeCode = artifactOf('Safe.sol/Safe')
const factoryCode = artifactOf('proxies/SafeProxyFactory.sol/SafeProxyFactory')
const handlerCode = artifactOf('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler')
const batchCode = artifactOf('libraries/MultiSendCallOnly.sol/MultiSendCallOnly')

type Call = { to: Hex; value: string; data: Hex }
type SafeTx = { to: Hex; value: bigint; data: Hex; operation: 0 | 1; nonce: bigint }
/** A request that owners sign, and who has. */
type Proposal = { hash: Hex; signed: Map<Hex, Hex>; tx?: SafeTx; executed?: Hex; isRejected?: boolean }

/** A Safe of two owners on the run's first chain, and a page that shows sites to it by Safe's messages. */
export async function openSafe() {
  const { chains, accounts } = await manifest()
  const { id, name, rpcUrl } = chains[0]!
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const owners = [6, 7].map((at) => privateKeyToAccount(accounts[at]!.privateKey as Hex))
  const client = createWalletClient({ account: owners[0]!, chain, transport: http(rpcUrl) }).extend(publicActions)
  const mined = async (hash: Hex) => {
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    if (receipt.status !== 'success') throw new Error(`${hash} failed`)
    return receipt
  }
  const deploy = async ({ abi, bytecode }: typeof safeCode): Promise<Hex> =>
    (await mined(await client.deployContract({ abi, bytecode }))).contractAddress!
  const [singleton, factory, handler, batch] = [
    await deploy(safeCode),
    await deploy(factoryCode),
    await deploy(handlerCode),
    await deploy(batchCode),
  ]
  const members = owners.map(({ address }) => address)
  const setup = encodeFunctionData({
    abi: safeCode.abi,
    functionName: 'setup',
    args: [members, 2n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
  })
  const created = await mined(
    await client.writeContract({
      address: factory,
      abi: factoryCode.abi,
      functionName: 'createProxyWithNonce',
      args: [singleton, setup, BigInt(Date.now())],
    }),
  )
  const address = created.logs
    .filter((log) => log.address === factory.toLowerCase())
    .map((log) => decodeEventLog({ abi: factoryCode.abi, ...log }).args as unknown as { proxy: Hex })[0]!.proxy
  await mined(await client.sendTransaction({ to: address, value: 10n ** 20n }))

  const call = <T>(functionName: string, args: readonly unknown[] = []): Promise<T> =>
    client.readContract({ address, abi: safeCode.abi, functionName, args }) as Promise<T>
  const proposals = new Map<Hex, Proposal>()
  const propose = async (hash: Hex, tx?: SafeTx): Promise<Proposal> => {
    const proposal: Proposal = { hash, signed: new Map(), ...(tx ? { tx } : {}) }
    proposals.set(hash, proposal)
    await sign(proposal, 0)
    return proposal
  }
  const sign = async ({ hash, signed }: Proposal, at: number) => {
    signed.set(owners[at]!.address, await owners[at]!.sign({ hash }))
  }
  /** Signatures in the order that Safe's contract takes: by owner. */
  const signatures = ({ signed }: Proposal): Hex =>
    concat([...signed].sort(([one], [two]) => (one.toLowerCase() < two.toLowerCase() ? -1 : 1)).map(([, each]) => each))
  const argsOf = ({ to, value, data, operation }: SafeTx) =>
    [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
  const messageHash = (hash: Hex): Promise<Hex> =>
    client.readContract({
      address: handler,
      abi: handlerCode.abi,
      functionName: 'getMessageHashForSafe',
      args: [address, hash],
    }) as Promise<Hex>

  const answers: Record<string, (params: never) => unknown> = {
    getSafeInfo: () => ({ safeAddress: address, chainId: id, threshold: 2, owners: members, isReadOnly: false }),
    rpcCall: async ({ call: method, params }: { call: string; params: unknown[] }) =>
      method === 'safe_setSettings' ? params[0] : client.request({ method, params } as never),
    async sendTransactions({ txs }: { txs: readonly Call[] }) {
      const single = txs.length === 1 ? txs[0]! : undefined
      const packed = concat(
        txs.map(({ to, value, data }) =>
          encodePacked(
            ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
            [0, to, BigInt(value), BigInt(size(data)), data],
          ),
        ),
      )
      const tx: SafeTx = {
        ...(single
          ? { to: single.to, value: BigInt(single.value), data: single.data, operation: 0 }
          : {
              to: batch,
              value: 0n,
              data: encodeFunctionData({ abi: batchCode.abi, functionName: 'multiSend', args: [packed] }),
              operation: 1,
            }),
        nonce: await call<bigint>('nonce'),
      }
      const hash = await call<Hex>('getTransactionHash', [...argsOf(tx), tx.nonce])
      return { safeTxHash: (await propose(hash, tx)).hash }
    },
    getTxBySafeTxHash({ safeTxHash }: { safeTxHash: Hex }) {
      const { signed, executed, isRejected } = proposals.get(safeTxHash)!
      const txStatus = executed ? 'SUCCESS' : isRejected ? 'CANCELLED' : 'AWAITING_CONFIRMATIONS'
      const confirmations = [...signed.keys()].map((signer) => ({ signer: { value: signer } }))
      return {
        txStatus,
        txHash: executed ?? null,
        detailedExecutionInfo: { type: 'MULTISIG', confirmationsRequired: 2, confirmations },
      }
    },
    signMessage: async ({ message }: { message: string }) => ({
      messageHash: (await propose(await messageHash(hashMessage(message)))).hash,
    }),
    signTypedMessage: async ({ typedData }: { typedData: never }) => ({
      messageHash: (await propose(await messageHash(hashTypedData(typedData)))).hash,
    }),
    getOffChainSignature(hash: Hex) {
      const proposal = proposals.get(hash)!
      return proposal.signed.size < 2 ? '' : signatures(proposal)
    },
  }

  // Safe's page and the one it shows have different origins and sites.
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(page.replace('SITE', playground)),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const origin = `http://safe.localhost:${port}`

  return {
    address,
    client,
    origin,
    port,
    /** The latest request that owners have to sign. */
    latest: () => [...proposals.values()].at(-1),
    count: () => proposals.size,
    /** The second owner signs, and executes a transaction. */
    async approve(): Promise<void> {
      const proposal = [...proposals.values()].at(-1)!
      await sign(proposal, 1)
      if (!proposal.tx) return
      const hash = await client.writeContract({
        address,
        abi: safeCode.abi,
        functionName: 'execTransaction',
        args: [...argsOf(proposal.tx), signatures(proposal)],
      })
      await mined(hash)
      proposal.executed = hash
    },
    reject(): void {
      const latest = [...proposals.values()].at(-1)!
      latest.isRejected = true
    },
    /** Lets the page around the site respond, and the site be shown in it. */
    prepare: async (context: BrowserContext) => {
      // A fulfilled page counts as one of the internet, which needs a permission for its servers on this machine.
      await context.grantPermissions(['local-network-access'])
      await context.exposeFunction('answerSafe', async (method: string, params: unknown) => {
        const answer = answers[method]
        if (!answer) return { success: false, error: `Unknown method: ${method}` }
        try {
          return { success: true, data: await answer(params as never) }
        } catch (error) {
          return { success: false, error: (error as Error).message }
        }
      })
      // The playground forbids frames; a site that is a Safe App allows Safe's.
      await context.route(playground, async (route) => {
        const { headers, body } = await load(playground)
        const policy = headers['content-security-policy']!.replace(
          "frame-ancestors 'none'",
          `frame-ancestors ${origin}`,
        )
        await route.fulfill({ body, headers: { ...headers, 'content-security-policy': policy } })
      })
    },
    close: () => server.close(),
  } satisfies { prepare: OpenOptions['prepare'] } & Record<string, unknown>
}

/** A page of the run's site: only the browser knows its name's address. */
async function load(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { host, port, pathname } = new URL(url)
  const request = get({ host: '127.0.0.1', port, path: pathname, headers: { host } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { headers: response.headers as Record<string, string>, body: await buffer(response) }
}

const page = `<!doctype html><title>Safe</title><link rel="icon" href="data:,">
<style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style>
<iframe title="Safe App" src="SITE"></iframe>
<script>
  const frame = document.querySelector('iframe')
  addEventListener('message', async ({ source, data }) => {
    if (source !== frame.contentWindow || typeof data?.id !== 'string' || !data.env?.sdkVersion) return
    const answer = await answerSafe(data.method, data.params ?? null)
    frame.contentWindow.postMessage({ id: data.id, version: '1.18.0', ...answer }, '*')
  })
</script>`
