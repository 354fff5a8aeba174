import { encodeBase58 } from '@billfold/protocol/base58'
import { isBitcoinMessageSigned } from '@billfold/protocol/bitcoin/isBitcoinMessageSigned'
import { segwitScript } from '@billfold/protocol/bitcoin/keyScripts'
import { taprootScript } from '@billfold/protocol/bitcoin/taprootScript'
import { hexOf, joinBytes } from '@billfold/protocol/bytes'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { createSimulatedLedger } from '@billfold/testkit/ledger/createSimulatedLedger'
import { DefaultDescriptorTemplate, DefaultWallet } from '@ledgerhq/device-signer-kit-bitcoin'
import { Transaction } from '@scure/btc-signer'
import { hexToBytes, serializeTransaction } from 'viem'
import { HDKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { outputOf, startLedgerLibrary } from '../../test/ledger/startLedgerLibrary.ts'
import { readPsbtMaps } from '../chains/bip122/psbtMaps.ts'
import { systemClock } from '../ports/clock.ts'
import {
  type Policy,
  readExtendedKey,
  readFingerprint,
  signBitcoinMessage,
  signDevicePsbt,
  writeOrigin,
} from './bitcoinCommands.ts'
import { bitcoinFamily } from './bitcoinFamily.ts'
import { readEvmAddress, signEvmMessage, signEvmTransaction, signEvmTypedData } from './ethereumCommands.ts'
import type { Hid, HidDevice } from './hid.ts'
import { openDevice } from './openDevice.ts'
import { type OwnKey, psbtForDevice, withSignatures } from './psbtForDevice.ts'
import { offchainMessage, readSolanaKey, signSolanaMessage, signSolanaTransaction } from './solanaCommands.ts'

const path = "44'/60'/0'/0/0"

async function openOurs(device: ReturnType<typeof createSimulatedLedger>) {
  const hid = device.hid as unknown as Hid
  const [hidDevice] = await hid.requestDevice({ filters: [{ vendorId: 0x2c97 }] })
  return openDevice(hid, hidDevice as HidDevice, systemClock)
}

test('reads the address that the library reads', async () => {
  const ours = createSimulatedLedger({ app: 'Ethereum' })
  const theirs = createSimulatedLedger({ app: 'Ethereum' })
  const device = await openOurs(ours)
  const library = await startLedgerLibrary(theirs)
  const { address } = await outputOf<{ address: string }>(library.ethereum.getAddress(path, { skipOpenApp: true }))
  expect(await readEvmAddress(device, path, false)).toBe(address)
  expect(address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
})

test('signs messages and transactions as the library does', async () => {
  const ours = createSimulatedLedger({ app: 'Ethereum' })
  const theirs = createSimulatedLedger({ app: 'Ethereum' })
  const device = await openOurs(ours)
  const library = await startLedgerLibrary(theirs)
  const text = 'A text that takes more than one command. '.repeat(9)
  const theirMessage = await outputOf(library.ethereum.signMessage(path, text, { skipOpenApp: true } as never))
  expect(await signEvmMessage(device, path, new TextEncoder().encode(text))).toEqual(theirMessage)
  const raw = hexToBytes(
    serializeTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce: 7,
      gas: 21_000n,
      maxFeePerGas: 3n,
      maxPriorityFeePerGas: 1n,
      to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      value: 5n,
    }),
  )
  const theirTransaction = await outputOf(library.ethereum.signTransaction(path, raw, { skipOpenApp: true }))
  expect(await signEvmTransaction(device, path, raw)).toEqual(theirTransaction)
})

const typedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'contents', type: 'string' },
      { name: 'weight', type: 'int64' },
      { name: 'isUrgent', type: 'bool' },
      { name: 'stamp', type: 'bytes4' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Post', chainId: 1, verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' },
  message: {
    from: { name: 'Cow', wallets: ['0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'] },
    to: [
      {
        name: 'Bob',
        wallets: ['0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB', '0xB0BdaBea57B0BDABeA57b0bdABEA57b0BDabEa57'],
      },
      { name: 'Eve', wallets: [] },
    ],
    contents: 'Hello! '.repeat(60),
    weight: -3,
    isUrgent: true,
    stamp: '0xdeadbeef',
  },
}

test('signs typed data as the library does', async () => {
  const ours = createSimulatedLedger({ app: 'Ethereum' })
  const theirs = createSimulatedLedger({ app: 'Ethereum' })
  const device = await openOurs(ours)
  const library = await startLedgerLibrary(theirs)
  const theirs712 = await outputOf(
    library.ethereum.signTypedData(path, typedData as never, { skipOpenApp: true } as never),
  )
  expect(await signEvmTypedData(device, path, typedData)).toEqual(theirs712)
})

test('signs Solana transfers and messages as the library does', async () => {
  const ours = createSimulatedLedger({ app: 'Solana' })
  const theirs = createSimulatedLedger({ app: 'Solana' })
  const device = await openOurs(ours)
  const library = await startLedgerLibrary(theirs)
  const solanaPath = "44'/501'/0'"
  const address = await outputOf<string>(library.solana.getAddress(solanaPath, { skipOpenApp: true } as never))
  const key = await readSolanaKey(device, solanaPath, false)
  expect(encodeBase58(key)).toBe(address)
  const message = transferMessage(key)
  const theirSignature = await outputOf<Uint8Array>(
    library.solana.signTransaction(solanaPath, joinBytes(Uint8Array.of(1), new Uint8Array(64), message), {
      skipOpenApp: true,
    } as never),
  )
  const raw = theirs.transcript.findLast(([, ins]) => ins === 6)!
  const mine = await signSolanaTransaction(device, solanaPath, message)
  // The library sends either the message or the whole transaction, by the way it is called.
  expect(hexOf(raw).includes(hexOf(message))).toBe(true)
  expect(hexOf(mine)).toBe(hexOf(theirSignature))
  const text = new TextEncoder().encode('Sign in to example.com')
  const wrapped = offchainMessage(text, key)
  const { signature } = await outputOf<{ signature: string }>(
    library.solana.signMessage(solanaPath, 'Sign in to example.com', { skipOpenApp: true } as never),
  )
  const signed = await signSolanaMessage(device, solanaPath, wrapped)
  // Theirs is an envelope: the count of signatures, the signature, then the message.
  expect(encodeBase58(joinBytes(Uint8Array.of(1), signed, wrapped))).toBe(signature)
})

/** A message with one instruction: the system program's transfer. */
function transferMessage(from: Uint8Array): Uint8Array {
  const recipient = new Uint8Array(32).fill(7)
  const blockhash = new Uint8Array(32).fill(9)
  const data = Uint8Array.of(2, 0, 0, 0, 64, 66, 15, 0, 0, 0, 0, 0)
  return joinBytes(
    Uint8Array.of(1, 0, 1, 3),
    ...[from, recipient, new Uint8Array(32), blockhash],
    Uint8Array.of(1, 2, 2, 0, 1, data.length),
    data,
  )
}

test.each([
  ['wpkh', "84'/0'/0'", 'bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te'],
  ['tr', "86'/0'/0'", 'bc1p'],
] as const)('reads %s addresses and signs PSBTs as the library does', async (kind, accountPath, start) => {
  const ours = createSimulatedLedger({ app: 'Bitcoin' })
  const theirs = createSimulatedLedger({ app: 'Bitcoin' })
  const device = await openOurs(ours)
  const library = await startLedgerLibrary(theirs)
  const template = kind === 'tr' ? DefaultDescriptorTemplate.TAPROOT : DefaultDescriptorTemplate.NATIVE_SEGWIT
  const wallet = new DefaultWallet(accountPath, template)
  const { address } = await outputOf<{ address: string }>(
    library.bitcoin.getWalletAddress(wallet, 0, { skipOpenApp: true } as never),
  )
  const networkId = 'bip122:000000000019d6689c085ae165831e93'
  const fullPath = `${accountPath}/0/0`
  const account = await bitcoinFamily.readAccount(device, { path: fullPath, networkId }, true)
  expect(account.address).toBe(address)
  expect(address.startsWith(start.slice(0, 4))).toBe(true)

  const policy = {
    kind,
    account: accountPath,
    fingerprint: await readFingerprint(device),
    extendedKey: await readExtendedKey(device, accountPath),
  }
  const { psbt, own } = spendingPsbt(kind, policy, fullPath)
  const whole = readPsbtMaps(psbt)
  const mine = await signDevicePsbt(device, policy, psbtForDevice(whole, own))
  const named = namedPsbt(psbt, kind, own)
  const theirSignatures = await outputOf<{ inputIndex: number; signature: Uint8Array; pubkey: Uint8Array }[]>(
    library.bitcoin.signPsbt(wallet, named, { skipOpenApp: true } as never),
  )
  expect(mine.map(({ input, key, signature }) => [input, hexOf(key), hexOf(signature)])).toEqual(
    theirSignatures.map((each) => [each.inputIndex, hexOf(each.pubkey), hexOf(each.signature)]),
  )
  const signed = Transaction.fromPSBT(withSignatures(whole, own, mine))
  signed.finalize()
  expect(signed.isFinal).toBe(true)
  const run = bitcoinFamily.run(
    { networkId, account, method: 'signPsbt', params: { psbt: encodeBase64(psbt) } },
    { sign: (_, work) => work(device), query: async () => undefined },
  )
  expect(await run).toEqual({ psbt: encodeBase64(withSignatures(whole, own, mine)) })
  ours.lie('signature')
  await expect(
    bitcoinFamily.run(
      { networkId, account, method: 'signPsbt', params: { psbt: encodeBase64(psbt) } },
      { sign: (_, work) => work(device), query: async () => undefined },
    ),
  ).rejects.toMatchObject({ trouble: 'otherDevice' })
})

test('signs Bitcoin messages as the library does', async () => {
  const ours = createSimulatedLedger({ app: 'Bitcoin' })
  const theirs = createSimulatedLedger({ app: 'Bitcoin' })
  const device = await openOurs(ours)
  const library = await startLedgerLibrary(theirs)
  const bitcoinPath = "84'/0'/0'/0/0"
  const text = 'A text of more than one chunk. '.repeat(20)
  const { r, s } = await outputOf<{ r: string; s: string }>(
    library.bitcoin.signMessage(bitcoinPath, text, { skipOpenApp: true } as never),
  )
  const mine = await signBitcoinMessage(device, bitcoinPath, new TextEncoder().encode(text))
  expect(`0x${hexOf(mine.slice(1))}`).toBe(r + s.slice(2))
  const networkId = 'bip122:000000000019d6689c085ae165831e93'
  const account = await bitcoinFamily.readAccount(device, { path: bitcoinPath, networkId }, false)
  const { signature } = (await bitcoinFamily.run(
    { networkId, account, method: 'signMessage', params: { message: text } },
    { sign: (_, work) => work(device), query: async () => undefined },
  )) as { signature: string }
  expect(isBitcoinMessageSigned(account.address, text, signature)).toBe(true)
})

/** A payment of two of the account's coins, to another address and back. */
function spendingPsbt(kind: 'wpkh' | 'tr', { extendedKey, fingerprint }: Policy, fullPath: string) {
  const publicKey = HDKey.fromExtendedKey(extendedKey).derive('m/0/0').publicKey!
  const script = kind === 'tr' ? taprootScript(publicKey.slice(1)) : segwitScript(publicKey)
  const transaction = new Transaction()
  for (const index of [0, 1]) {
    const parent = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true })
    parent.addInput({ txid: new Uint8Array(32).fill(3 + index), index: 0, finalScriptSig: new Uint8Array() })
    parent.addOutput({ script, amount: 60_000n })
    transaction.addInput({
      ...{ txid: parent.id, index: 0, sequence: 0xfffffffd, witnessUtxo: { script, amount: 60_000n } },
      ...(kind === 'tr' ? { tapInternalKey: publicKey.slice(1) } : {}),
    })
  }
  transaction.addOutput({ script: segwitScript(publicKey.map((byte, at) => (at ? byte : 2))), amount: 70_000n })
  transaction.addOutput({ script, amount: 49_000n })
  const own: OwnKey = { kind, script, publicKey, origin: writeOrigin(fingerprint, fullPath) }
  return { psbt: transaction.toPSBT(0), own }
}

/** The PSBT with the origins that the library needs to find, written by another library. */
function namedPsbt(psbt: Uint8Array, kind: 'wpkh' | 'tr', { publicKey, origin }: OwnKey): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt)
  const view = new DataView(origin.buffer, origin.byteOffset)
  const der = {
    fingerprint: view.getUint32(0),
    path: Array.from({ length: (origin.length - 4) / 4 }, (_, at) => view.getUint32(4 + 4 * at, true)),
  }
  for (let at = 0; at < transaction.inputsLength; at++)
    transaction.updateInput(
      at,
      kind === 'tr'
        ? { tapBip32Derivation: [[publicKey.slice(1), { hashes: [], der }]] }
        : { bip32Derivation: [[publicKey, der]] },
      true,
    )
  return transaction.toPSBT(0)
}
