import { type Namespace, namespaces } from '@billfold/protocol/caip'
import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { bitcoinFromDevnet } from './bitcoin/bitcoinFromDevnet.ts'
import { evmFromDevnet } from './eip155/evmFromDevnet.ts'
import { polkadotFromDevnet } from './polkadot/polkadotFromDevnet.ts'
import type { ServerChain } from './serverChain.ts'
import { solanaFromDevnet } from './solana/solanaFromDevnet.ts'

/** Where a family's chains stand in the manifest; an empty row is a family that the local network does not run. */
const families: Readonly<Record<Namespace, (manifest: DevnetManifest) => readonly ServerChain[]>> = {
  eip155: ({ chains }) => chains.map(evmFromDevnet),
  solana: ({ solana }) => (solana ? [solanaFromDevnet(solana)] : []),
  polkadot: ({ polkadot }) => (polkadot ? [polkadotFromDevnet(polkadot)] : []),
  bip122: ({ bitcoin }) => (bitcoin ? [bitcoinFromDevnet(bitcoin)] : []),
}

/** The local network's chains, as its manifest describes them, for the server's list. */
export const devnetChains = (manifest: DevnetManifest): ServerChain[] =>
  namespaces.flatMap((namespace) => families[namespace](manifest))
