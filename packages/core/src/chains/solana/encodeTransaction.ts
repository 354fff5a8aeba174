import { decodeBase58 } from '@billfold/protocol/base58'
import { joinBytes } from '@billfold/protocol/bytes'

export type AccountMeta = { address: string; isSigner?: boolean; isWritable?: boolean }
export type Instruction = { program: string; accounts: readonly AccountMeta[]; data: Uint8Array }

type Unsigned = { payer: string; blockhash: string; instructions: readonly Instruction[] }

/**
 * Encodes an unsigned transaction in the legacy format that every wallet supports: signature slots, header, accounts,
 * blockhash and instructions.
 */
export function encodeTransaction({ payer, blockhash, instructions }: Unsigned): Uint8Array<ArrayBuffer> {
  const metas = gather(payer, instructions)
  const signers = metas.filter(({ isSigner }) => isSigner)
  const readonlySigners = signers.filter(({ isWritable }) => !isWritable).length
  const readonlyOthers = metas.filter(({ isSigner, isWritable }) => !isSigner && !isWritable).length
  const at = new Map(metas.map(({ address }, index) => [address, index]))
  const indexOf = (address: string): number => at.get(address)!
  return joinBytes(
    compact(signers.length),
    new Uint8Array(64 * signers.length),
    Uint8Array.of(signers.length, readonlySigners, readonlyOthers),
    compact(metas.length),
    ...metas.map(({ address }) => decodeBase58(address)),
    decodeBase58(blockhash),
    compact(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      Uint8Array.of(indexOf(program)),
      compact(accounts.length),
      Uint8Array.from(accounts, ({ address }) => indexOf(address)),
      compact(data.length),
      data,
    ]),
  )
}

type Gathered = Required<AccountMeta>

/** Unique accounts with their combined permissions: signers first, writable before read-only. */
function gather(payer: string, instructions: readonly Instruction[]): Gathered[] {
  const gathered = new Map<string, Gathered>()
  const add = ({ address, isSigner = false, isWritable = false }: AccountMeta) => {
    const known = gathered.get(address)
    gathered.set(address, {
      address,
      isSigner: isSigner || (known?.isSigner ?? false),
      isWritable: isWritable || (known?.isWritable ?? false),
    })
  }
  add({ address: payer, isSigner: true, isWritable: true })
  for (const { accounts } of instructions) accounts.forEach(add)
  for (const { program } of instructions) add({ address: program })
  const rank = ({ isSigner, isWritable }: Gathered) => (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  // The sort is stable, which keeps the payer first.
  return [...gathered.values()].sort((a, b) => rank(a) - rank(b))
}

/** A compact-u16 count. */
function compact(count: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = count; ; rest >>= 7) {
    if (rest < 0x80) return Uint8Array.of(...bytes, rest)
    bytes.push((rest & 0x7f) | 0x80)
  }
}
