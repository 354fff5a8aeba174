import { compactSize } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { writeBitcoinAddress } from '@billfold/protocol/bitcoin/writeBitcoinAddress'
import { joinBytes } from '@billfold/protocol/bytes'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { sign } from 'viem/accounts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { messageHash } from '../bitcoin/bitcoinKey.ts'
import { type Apdu, createFieldReader, DeviceStatus, status } from './apdu.ts'
import { pathText } from './deviceKeys.ts'
import { signCommittedPsbt } from './devicePsbt.ts'
import type { AppContext, AppResponse, LedgerApp } from './ledgerApp.ts'
import { createMerkleReader } from './merkleReader.ts'

const hardened = 0x8000_0000

/** The Bitcoin app, by its APDU specification (app-bitcoin-new, doc/bitcoin.md), for policies with one key. */
export function bitcoinApp(device: AppContext, isTest: boolean): LedgerApp {
  const realm = isTest ? 'test' : 'main'
  let resume: ((response: Uint8Array) => void) | undefined
  let pending: PromiseWithResolvers<AppResponse> | undefined
  const client = createMerkleReader(
    (request) =>
      new Promise((resolve) => {
        resume = resolve
        pending?.resolve({ data: request, isInterrupted: true })
      }),
  )

  async function readExtendedKey({ data }: Apdu): Promise<Uint8Array> {
    const read = createFieldReader(data)
    const shown = read.byte()
    const path = read.path()
    const { publicExtendedKey } = await device.keys().at(path, isTest)
    if (shown) await device.confirm(['Confirm public key', pathText(path), publicExtendedKey])
    return new TextEncoder().encode(publicExtendedKey)
  }

  /** The policy of one of the device's own keys; others would have to be registered. */
  async function readPolicy(id: Uint8Array, hmac: Uint8Array) {
    const read = createFieldReader(await client.preimage(id))
    if (read.byte() !== 2 || read.byte() !== 0 || hmac.some(Boolean)) throw new DeviceStatus(status.invalidData)
    read.size()
    const template = new TextDecoder().decode(await client.preimage(read.take(32)))
    const keyCount = read.size()
    const [key = new Uint8Array()] = await client.list(read.take(32), keyCount)
    const kind = { 'wpkh(@0/**)': 'wpkh', 'tr(@0/**)': 'tr' }[template] as 'wpkh' | 'tr' | undefined
    const [, origin = '', steps = '', extended = ''] =
      /^\[([0-9a-f]{8})((?:\/\d+')+)\](.+)$/.exec(new TextDecoder().decode(key)) ?? []
    const path = steps
      .slice(1)
      .split('/')
      .map((step) => hardened + Number.parseInt(step, 10))
    const own = await device.keys().at(path, isTest)
    const isOwn = bytesToHex(await device.keys().fingerprint()) === `0x${origin}` && own.publicExtendedKey === extended
    const isStandard = path.length === 3 && path[0] === hardened + (kind === 'tr' ? 86 : 84)
    if (!kind || !isOwn || !isStandard) throw new DeviceStatus(status.invalidData)
    return { kind, path }
  }

  async function readAddress({ data }: Apdu): Promise<Uint8Array> {
    const read = createFieldReader(data)
    const shown = read.byte()
    const { kind, path } = await readPolicy(read.take(32), read.take(32))
    const { publicKey } = await device.keys().at([...path, read.byte(), read.word()])
    const { script } = kind === 'tr' ? p2tr(publicKey!.slice(1)) : p2wpkh(publicKey!)
    const address = writeBitcoinAddress(script, realm)!
    if (shown) await device.confirm(['Verify address', address])
    return new TextEncoder().encode(
      device.isLying('address') ? address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')) : address,
    )
  }

  async function signPsbt({ data }: Apdu): Promise<Uint8Array> {
    const read = createFieldReader(data)
    const global = joinBytes(compactSize(read.size()), read.take(64))
    const [inputCount, inputs] = [read.size(), read.take(32)]
    const [outputCount, outputs] = [read.size(), read.take(32)]
    await readPolicy(read.take(32), read.take(32))
    await signCommittedPsbt(device, realm, {
      global: await client.map(global),
      inputs: await readMaps(inputs, inputCount),
      outputs: await readMaps(outputs, outputCount),
      yield: client.yield,
    })
    return new Uint8Array()
  }
  async function readMaps(root: Uint8Array, size: number) {
    const maps: Awaited<ReturnType<typeof client.map>>[] = []
    for (const commitment of await client.list(root, size)) maps.push(await client.map(commitment))
    return maps
  }

  async function signMessage({ data }: Apdu): Promise<Uint8Array> {
    const read = createFieldReader(data)
    const path = read.path()
    const length = read.size()
    const bytes = joinBytes(...(await client.list(read.take(32), Math.ceil(length / 64))))
    if (bytes.length !== length) throw new DeviceStatus(status.invalidData)
    const message = new TextDecoder().decode(bytes)
    await device.confirm(['Sign message', pathText(path), message])
    const { privateKey } = await device.keys().at(device.isLying('signature') ? [...path, 7] : path)
    const { r, s, yParity = 0 } = await sign({ hash: messageHash(message), privateKey: bytesToHex(privateKey!) })
    return joinBytes(Uint8Array.of(31 + yParity), hexToBytes(r, { size: 32 }), hexToBytes(s, { size: 32 }))
  }

  const instructions: Readonly<Record<number, (apdu: Apdu) => Promise<Uint8Array>>> = {
    0: readExtendedKey,
    3: readAddress,
    4: signPsbt,
    5: () => device.keys().fingerprint(),
    16: signMessage,
  }
  return {
    classes: [0xe1, 0xf8],
    handle(apdu) {
      const next = Promise.withResolvers<AppResponse>()
      pending = next
      if (apdu.cla === 0xf8) {
        const go = resume
        resume = undefined
        if (go) go(apdu.data)
        else next.reject(new DeviceStatus(status.unknownInstruction))
        return next.promise
      }
      const run = Object.hasOwn(instructions, apdu.ins) && instructions[apdu.ins]
      if (!run) throw new DeviceStatus(status.unknownInstruction)
      run(apdu).then(
        (data) => pending?.resolve({ data }),
        (e) => pending?.reject(e),
      )
      return next.promise
    },
  }
}
