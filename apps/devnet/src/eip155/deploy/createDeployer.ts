import {
  type Abi,
  type Address,
  concatHex,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  numberToHex,
  parseEther,
  parseGwei,
  size,
} from 'viem'
import type { Evm } from '../evmNode.ts'
import type { Artifact } from './artifact.ts'
import { deployerAccount } from './serviceAccounts.ts'

type Queued = { label: string; to?: Address; data: Hex; value: bigint; gas: bigint }
export type Call = {
  to: Address
  abi: Abi
  functionName: string
  args?: readonly unknown[]
  value?: bigint
  gas?: bigint
}

/** Queues transactions of the deployer's key and mines them in as few blocks as their gas allows. */
export type Deployer = {
  address: Address
  /**
   * Queues a creation and returns the contract's address. `gas` is what its constructor needs beyond storing the code.
   */
  deploy(artifact: Artifact, args?: readonly unknown[], gas?: bigint): Address
  /** The same through a CREATE2 factory that takes salt and code, such as Arachnid's. */
  deployAt(factory: Address, salt: Hex, artifact: Artifact): Address
  call(call: Call): void
  /** Mines the queue; rejects if any transaction failed. */
  flush(): Promise<void>
}

const blockGas = 58_000_000n
const creationGas = (code: Hex) => 150_000n + BigInt(size(code)) * 220n

export async function createDeployer(evm: Evm): Promise<Deployer> {
  const { address } = deployerAccount
  await evm.request('hardhat_setBalance', [address, numberToHex(parseEther('10000000'))])
  let nonce = Number(await evm.request<Hex>('eth_getTransactionCount', [address, 'latest']))
  const chainId = evm.chainId
  let queue: Queued[] = []

  async function send({ to, data, value, gas }: Queued, at: number): Promise<Hex> {
    const raw = await deployerAccount.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: at,
      maxFeePerGas: parseGwei('500'),
      maxPriorityFeePerGas: 0n,
      data,
      value,
      gas,
      ...(to && { to }),
    })
    return await evm.request<Hex>('eth_sendRawTransaction', [raw])
  }

  async function mine(block: Queued[], first: number): Promise<void> {
    const hashes: Hex[] = []
    for (const [index, queued] of block.entries()) hashes.push(await send(queued, first + index))
    await evm.request('evm_mine')
    for (const [index, hash] of hashes.entries()) {
      const receipt = await evm.request<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
      if (receipt?.status !== '0x1')
        throw new Error(`Deployment step ${block[index]?.label} ${receipt ? 'reverted' : 'was not mined'}.`)
    }
  }

  const push = (queued: Queued) => nonce + queue.push(queued) - 1

  return {
    address,
    deploy({ abi, bytecode }, args = [], gas = 0n) {
      const data = encodeDeployData({ abi, bytecode, args })
      const at = push({ label: `creation ${queue.length}`, data, value: 0n, gas: creationGas(data) + gas })
      return getContractAddress({ from: address, nonce: BigInt(at) })
    },
    deployAt(factory, salt, { bytecode }) {
      const data = concatHex([salt, bytecode])
      push({ label: `creation ${queue.length}`, to: factory, data, value: 0n, gas: creationGas(data) })
      return getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
    },
    call({ to, abi, functionName, args = [], value = 0n, gas = 200_000n }) {
      push({ label: functionName, to, data: encodeFunctionData({ abi, functionName, args }), value, gas })
    },
    async flush() {
      const blocks = splitByGas(queue, blockGas)
      queue = []
      // Turns automine off meanwhile, so that a block holds many transactions.
      const automine = await evm.request<boolean>('hardhat_getAutomine')
      if (automine) await evm.request('evm_setAutomine', [false])
      try {
        for (const block of blocks) {
          const first = nonce
          nonce += block.length
          await mine(block, first)
        }
      } finally {
        if (automine) await evm.request('evm_setAutomine', [true])
      }
    },
  }
}

/** Cuts a list into runs whose gas fits a block, in order. */
export function splitByGas<T extends { gas: bigint }>(items: readonly T[], limit: bigint): T[][] {
  const blocks: T[][] = []
  let room = 0n
  for (const item of items) {
    if (item.gas > limit) throw new Error(`A transaction of ${item.gas} gas does not fit a block of ${limit}.`)
    if (item.gas > room || blocks.length === 0) {
      blocks.push([])
      room = limit
    }
    blocks.at(-1)?.push(item)
    room -= item.gas
  }
  return blocks
}
