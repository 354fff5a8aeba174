import {
  type Address,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  labelhash,
  namehash,
  parseEther,
} from 'viem'
import type { Deployer } from './createDeployer.ts'
import { commitmentSecret, type Ens } from './deployEns.ts'
import type { Contracts, Deployment } from './deployment.ts'

const labels = ['alice', 'bob', 'carol', 'dave', 'erin'] as const
const subname = 'pay'
const fiftyYears = 50n * 31_557_600n

type Given = {
  contracts: Pick<Contracts, keyof Contracts & `ens${string}`>
  ens: Ens
  accounts: readonly Address[]
}
/** Collections for the names' avatars. */
type Worn = { chainId: number; nfts: Deployment['nfts'] }

/** First of the registrar's two steps. The second works from the next block on. */
export function commitNames(deployer: Deployer, { contracts, ens, accounts }: Given): void {
  for (const [label, account] of ownersOf(accounts))
    deployer.call({
      to: contracts.ensRegistrarController,
      abi: ens.controller.abi,
      functionName: 'commit',
      args: [commitmentOf(label, deployer.address, contracts.ensPublicResolver, account)],
    })
}

/** Registers the names, writes their records and reverse records, and transfers them to their owners. */
export function registerNames(deployer: Deployer, given: Given & Worn): Deployment['names'] {
  const { contracts, accounts } = given
  const [alice] = accounts
  for (const [label, account] of ownersOf(accounts))
    registerName(deployer, given, { label, account, avatar: avatarOf(label, given), withSubname: account === alice })
  setOwner(deployer, given, namehash('addr.reverse'), contracts.ensReverseRegistrar)
  const names = ownersOf(accounts).map(([label, address]) => ({ name: `${label}.eth`, address }))
  return alice ? [...names, { name: `${subname}.${labels[0]}.eth`, address: alice }] : names
}

const ownersOf = (accounts: readonly Address[]) =>
  labels.flatMap((label, index) => {
    const account = accounts[index]
    return account ? [[label, account] as const] : []
  })

type Registration = { label: string; account: Address; avatar: string; withSubname: boolean }

function registerName(deployer: Deployer, given: Given, { label, account, avatar, withSubname }: Registration) {
  const { contracts, ens } = given
  const { ensPublicResolver: resolver } = contracts
  const name = `${label}.eth`
  const node = namehash(name)
  const id = BigInt(labelhash(label))
  deployer.call({
    to: contracts.ensRegistrarController,
    abi: ens.controller.abi,
    functionName: 'registerWithConfig',
    args: [label, deployer.address, fiftyYears, commitmentSecret, resolver, account],
    value: parseEther('20'),
    gas: 500_000n,
  })
  writeRecords(deployer, given, [
    ['setText', [node, 'description', `${label} of the local network`]],
    ['setText', [node, 'avatar', avatar]],
    ['setText', [node, 'url', `http://${label}.localhost`]],
  ])
  if (withSubname) {
    const child = namehash(`${subname}.${name}`)
    addSubnode(deployer, given, node, subname)
    writeRecords(deployer, given, [['setAddr', [child, account]]])
    setOwner(deployer, given, child, account)
  }
  const toBase = { to: contracts.ensBaseRegistrar, abi: ens.baseRegistrar.abi }
  deployer.call({ ...toBase, functionName: 'reclaim', args: [id, account] })
  deployer.call({ ...toBase, functionName: 'transferFrom', args: [deployer.address, account, id] })

  // Done on the account's behalf, without the reverse registrar: its own nonces stay at zero.
  const reverseLabel = account.slice(2).toLowerCase()
  const reverseNode = namehash(`${reverseLabel}.addr.reverse`)
  addSubnode(deployer, given, namehash('addr.reverse'), reverseLabel)
  writeRecords(deployer, given, [['setName', [reverseNode, name]]])
  setOwner(deployer, given, reverseNode, account)
}

function writeRecords(deployer: Deployer, { contracts, ens }: Given, calls: [string, unknown[]][]) {
  const { abi } = ens.publicResolver
  const data = calls.map(([functionName, args]) => encodeFunctionData({ abi, functionName, args }))
  deployer.call({ to: contracts.ensPublicResolver, abi, functionName: 'multicall', args: [data], gas: 900_000n })
}

function addSubnode(deployer: Deployer, { contracts, ens }: Given, parent: Hex, label: string) {
  deployer.call({
    to: contracts.ensRegistry,
    abi: ens.registry.abi,
    functionName: 'setSubnodeRecord',
    args: [parent, labelhash(label), deployer.address, contracts.ensPublicResolver, 0n],
  })
}

function setOwner(deployer: Deployer, { contracts, ens }: Given, node: Hex, owner: Address) {
  deployer.call({ to: contracts.ensRegistry, abi: ens.registry.abi, functionName: 'setOwner', args: [node, owner] })
}

/** The hash that the controller's `makeCommitmentWithConfig` computes. */
export function commitmentOf(label: string, owner: Address, resolver: Address, account: Address): Hex {
  return keccak256(
    encodePacked(
      ['bytes32', 'address', 'address', 'address', 'bytes32'],
      [labelhash(label), owner, resolver, account, commitmentSecret],
    ),
  )
}

const wornBy: Readonly<Record<string, readonly ['erc721' | 'erc1155', number]>> = {
  bob: ['erc721', 4],
  carol: ['erc1155', 1],
  dave: ['erc721', 4],
}

/** Bob wears his own tile, Carol a pattern, and Dave, without owning it, Bob's tile; the others a drawing. */
function avatarOf(label: string, { chainId, nfts }: Worn): string {
  const worn = wornBy[label]
  const collection = nfts.find(({ standard }) => standard === worn?.[0])
  if (worn && collection) return `eip155:${chainId}/${worn[0]}:${collection.address}/${worn[1]}`
  return drawingOf(label)
}

/**
 * A portrait inside the record itself, so that nothing is fetched. Skin, hair, coat and ground follow from the name.
 */
function drawingOf(label: string): string {
  const dice = BigInt(labelhash(label))
  const roll = (sides: number, at: number) => Number((dice >> BigInt(at * 16)) % BigInt(sides))
  const hue = roll(360, 0)
  const skin = ['#f6d3b5', '#e5b58c', '#c58c5f', '#8a5a3b'][roll(4, 1)]
  const hair = ['#2b211d', '#5a3825', '#a5642f', '#d9a441'][roll(4, 2)]
  const cut = ['M11 19a9 9 0 0 1 18 0c-3-4-7-5-10-5s-6 2-8 5z', 'M10 24c-2-18 22-18 20 0-1-6-5-9-10-9s-9 3-10 9z'][
    roll(2, 3)
  ]
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">' +
    `<rect width="40" height="40" fill="hsl(${hue} 60% 78%)"/>` +
    `<ellipse cx="20" cy="41" rx="15" ry="11" fill="hsl(${(hue + 150) % 360} 45% 42%)"/>` +
    `<circle cx="20" cy="20" r="9" fill="${skin}"/><path d="${cut}" fill="${hair}"/>` +
    '<circle cx="17" cy="20.5" r="1"/><circle cx="23" cy="20.5" r="1"/>' +
    '<path d="M17 24.5q3 2.5 6 0" fill="none" stroke="#000" stroke-linecap="round"/></svg>'
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
