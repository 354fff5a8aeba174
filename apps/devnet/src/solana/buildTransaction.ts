import { decodeBase58 } from '@billfold/protocol/base58'
import type { DevKey } from './devKeys.ts'

export type AccountUse = { address: string; isSigner?: boolean; isWritable?: boolean }
export type Instruction = { program: string; accounts: readonly AccountUse[]; data: Uint8Array }

/** A signed legacy transaction in wire format. The first key pays. */
export function buildTransaction(
  keys: readonly [DevKey, ...DevKey[]],
  blockhash: string,
  instructions: readonly Instruction[],
): Uint8Array {
  const uses = new Map<string, { isSigner: boolean; isWritable: boolean }>()
  const use = ({ address, isSigner = false, isWritable = false }: AccountUse) => {
    const known = uses.get(address)
    uses.set(address, {
      isSigner: isSigner || known?.isSigner === true,
      isWritable: isWritable || known?.isWritable === true,
    })
  }
  use({ address: keys[0].address, isSigner: true, isWritable: true })
  for (const { program, accounts } of instructions) {
    accounts.forEach(use)
    use({ address: program })
  }
  const rank = ({ isSigner, isWritable }: { isSigner: boolean; isWritable: boolean }) =>
    (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  // The sort is stable, so the payer stays first.
  const accounts = [...uses].sort(([, a], [, b]) => rank(a) - rank(b))
  const count = (wanted: number) => accounts.filter(([, one]) => rank(one) === wanted).length
  const place = (address: string) => accounts.findIndex(([one]) => one === address)
  const message = Buffer.concat([
    Buffer.from([count(0) + count(1), count(1), count(3), accounts.length]),
    ...accounts.map(([address]) => decodeBase58(address)),
    decodeBase58(blockhash),
    Buffer.from([instructions.length]),
    ...instructions.map(({ program, accounts: own, data }) =>
      Buffer.concat([
        Buffer.from([place(program), own.length, ...own.map(({ address }) => place(address)), data.length]),
        data,
      ]),
    ),
  ])
  const signers = accounts.slice(0, count(0) + count(1)).map(([address]) => {
    const key = keys.find((one) => one.address === address)
    if (!key) throw new Error(`No key to sign for ${address}.`)
    return key
  })
  return Buffer.concat([Buffer.from([signers.length]), ...signers.map((key) => key.sign(message)), message])
}
