import { expect, test } from 'vitest'
import { transferFee } from './mint.ts'
import { solanaPrograms } from './solanaPrograms.ts'
import { readTokenAccount } from './tokenState.ts'

/** A token account of Token-2022 with one thing added to it. */
function accountWith(kind: number, added: Uint8Array) {
  const data = new Uint8Array(165 + 1 + 4 + added.length)
  data[108] = 1
  data[165] = 2
  data.set([kind, 0, added.length & 255, added.length >> 8], 166)
  data.set(added, 170)
  return { lamports: 1n, owner: solanaPrograms.token2022, isProgram: false, data }
}

test('reads whether an account for hidden amounts accepts others', () => {
  const confidential = new Uint8Array(295)
  expect(readTokenAccount(accountWith(5, confidential))).toMatchObject({ isConfidentialOnly: true })
  confidential[262] = 1
  expect(readTokenAccount(accountWith(5, confidential))).toMatchObject({ isConfidentialOnly: false })
  expect(readTokenAccount(accountWith(7, new Uint8Array()))).toMatchObject({ isConfidentialOnly: false })
})

test('rounds a fee up, caps it, and changes it with the epoch', () => {
  const [older, newer] = [
    { epoch: 0n, most: 1_000n, points: 100 },
    { epoch: 9n, most: 5n, points: 100 },
  ]
  const mint = {
    ...{ program: solanaPrograms.token2022, decimals: 6, accountLength: 182, fees: [older, newer] as const },
    ...{ isNonTransferable: false, isPaused: false, startsFrozen: false },
  }
  expect([1n, 100n, 101n, 1_000_000n].map((amount) => transferFee(mint, amount, 8n))).toEqual([1n, 1n, 2n, 1_000n])
  expect(transferFee(mint, 1_000_000n, 9n)).toBe(5n)
})
