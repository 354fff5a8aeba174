import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from '../base58.ts'
import { associatedAddress, programAddress } from './programAddress.ts'
import { solanaPrograms } from './solanaPrograms.ts'

const { token, token2022, associatedToken } = solanaPrograms

async function theirs(owner: string, mint: string, program: string): Promise<string> {
  const seeds = [owner, program, mint].map((each) => getAddressEncoder().encode(each as Address))
  return (await getProgramDerivedAddress({ programAddress: associatedToken as Address, seeds }))[0]
}

test('as @solana/kit derives it, for any owner and mint', async () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)
  await fc.assert(
    fc.asyncProperty(key, key, fc.constantFrom(token, token2022), async (owner, mint, program) => {
      expect(associatedAddress(owner, mint, program)).toBe(await theirs(owner, mint, program))
    }),
    { numRuns: 60 },
  )
})

test('seeds of any length', async () => {
  const seeds = [new TextEncoder().encode('metadata'), decodeBase58(token)]
  const [address] = await getProgramDerivedAddress({ programAddress: token2022 as Address, seeds })
  expect(programAddress(token2022, ...seeds)).toBe(address)
})
