import { generateKeyPairSync, sign } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { hexOf, joinBytes } from '@billfold/protocol/bytes'
import { nameAddress, nameRecord, nameService, tokenRecordAddress } from '@billfold/protocol/solana/solName'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { expect, test } from 'vitest'
import { resolveName } from './resolveName.ts'

function person() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const address = encodeBase58(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'))
  return { address, sign: (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey)) }
}
const [owner, payee, stranger] = [person(), person(), person()]
const domain = nameAddress('alice', nameService.root)
const newer = nameAddress('\u0002SOL', domain, nameService.records)
const older = nameAddress('\u0001SOL', domain)
const own = nameRecord(nameService.root, owner.address)

/** A chain with these accounts, owned by the registry by default. */
const resolve = (accounts: Record<string, Uint8Array | { owner: string; data: Uint8Array }>, name = 'alice.sol') =>
  resolveName({ name }, async (question) => {
    const [addresses] = (question as { params: [string[]] }).params
    const value = addresses.map((address) => {
      const kept = accounts[address]
      if (!kept) return null
      const { owner: program, data } = kept instanceof Uint8Array ? { owner: nameService.program, data: kept } : kept
      return { lamports: 1, owner: program, executable: false, data: [encodeBase64(data), 'base64'] }
    })
    return { value: value }
  })

/** A record of the second version: writer, consent, and address. */
const record = (writer: string, agreed: string, content: string, [staleness, association] = [1, 1]) =>
  nameRecord(
    domain,
    owner.address,
    joinBytes(
      Uint8Array.of(staleness!, 0, association!, 0, 32, 0, 0, 0),
      ...[writer, agreed, content].map((address) => decodeBase58(address)),
    ),
  )

test('derives the name service’s account addresses', () => {
  expect(nameAddress('bonfida', nameService.root)).toBe('Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb')
})

test('resolves a name to its owner, and an unregistered one to nothing', async () => {
  expect(await resolve({ [domain]: own }, 'Alice.SOL')).toEqual({ address: owner.address, name: 'alice.sol' })
  expect(await resolve({})).toBeUndefined()
  expect(await resolve({ [domain]: own }, 'alice.eth')).toBeUndefined()
  const sub = nameAddress('\0pay', domain)
  expect(await resolve({ [sub]: nameRecord(domain, payee.address) }, 'pay.alice.sol')).toMatchObject({
    address: payee.address,
  })
})

test('ignores an account of another program or parent', async () => {
  expect(await resolve({ [domain]: { owner: stranger.address, data: own } })).toBeUndefined()
  expect(await resolve({ [domain]: nameRecord(stranger.address, owner.address) })).toBeUndefined()
})

test('follows a record with its payee’s consent, but not an earlier owner’s', async () => {
  const { address } = payee
  expect(await resolve({ [domain]: own, [newer]: record(owner.address, address, address) })).toMatchObject({ address })
  const stale = record(stranger.address, address, address)
  expect(await resolve({ [domain]: own, [newer]: stale })).toMatchObject({ address: owner.address })
  await expect(resolve({ [domain]: own, [newer]: record(owner.address, stranger.address, address) })).rejects.toThrow(
    'is not confirmed',
  )
  const unchecked = record(owner.address, address, address, [1, 0])
  await expect(resolve({ [domain]: own, [newer]: unchecked })).rejects.toThrow('not checked')
})

test('follows an older record that the owner signed', async () => {
  const content = decodeBase58(payee.address)
  const text = new TextEncoder().encode(hexOf(joinBytes(content, decodeBase58(older))))
  const signedBy = (who: typeof owner) => nameRecord(domain, owner.address, joinBytes(content, who.sign(text)))
  expect(await resolve({ [domain]: own, [older]: signedBy(owner) })).toMatchObject({ address: payee.address })
  expect(await resolve({ [domain]: own, [older]: signedBy(stranger) })).toMatchObject({ address: owner.address })
})

test('rejects a tokenized name, or a program’s, instead of guessing', async () => {
  const wrapped = { owner: nameService.tokenizer, data: Uint8Array.of(2, ...new Uint8Array(97)) }
  await expect(resolve({ [domain]: own, [tokenRecordAddress(domain)]: wrapped })).rejects.toThrow('held as a token')
  const unwrapped = { ...wrapped, data: wrapped.data.with(0, 3) }
  expect(await resolve({ [domain]: own, [tokenRecordAddress(domain)]: unwrapped })).toMatchObject({
    address: owner.address,
  })
  await expect(resolve({ [domain]: nameRecord(nameService.root, domain) })).rejects.toThrow('belongs to a program')
})

test.each(['аlice.sol', 'al ice.sol', 'a.b.c.sol', '-alice.sol'])('does not look up %s', async (name) => {
  await expect(resolve({ [domain]: own }, name)).rejects.toMatchObject({ code: 'invalid_input' })
})
