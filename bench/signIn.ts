import { parseArgs } from 'node:util'
import { verifySignature } from '@billfold/protocol/signin/verifySignature'
import { keySigners, type Signer } from '@billfold/server/test/authAccounts'
import { site, startAuthNetwork } from '@billfold/server/test/startAuthNetwork'

// node bench/signIn.ts [--count 200] [--at-once 8]
// Sign-ins per second through POST /auth/v1/authenticate over HTTP, for each kind of signature: with all checks, a used
// nonce and the sign-in stored in PostgreSQL. Beside it the bare verification of the same signatures, for contracts
// with the call to the node. Nonces and signatures are prepared. The database is a temporary one that waits for no
// disk; TEST_DATABASE_URL names another.

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, 'at-once': { type: 'string', default: '8' } },
})
const [count, atOnce] = [Number(values.count), Number(values['at-once'])]

const network = await startAuthNetwork()
network.clock.now = new Date()
const api = await network.startServer({ now: () => new Date() })
const url = `${await api.listen()}/auth/v1/authenticate?projectId=shop`

const [undeployed, deployed] = [await network.evm(31337).newAccount(), await network.evm(31337).newAccount()]
await deployed.deploy()
const kinds: Record<string, Signer> = {
  ...(await keySigners('eip155:31337')),
  'EVM contract (ERC-1271)': { ...deployed.signer, sign: deployed.signPlainly },
  'EVM contract to come (ERC-6492)': undeployed.signer,
}

/** Runs per second, `atOnce` at a time. */
async function rate<T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<number> {
  const left = [...all]
  const began = performance.now()
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) await run(next)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (all.length * 1000) / (performance.now() - began)
}

const row = (...cells: string[]) =>
  console.log(
    cells[0]!.padEnd(34) +
      cells
        .slice(1)
        .map((cell) => cell.padStart(16))
        .join(''),
  )
row('', 'sign-ins/s', 'bare checks/s', 'ratio')
for (const [kind, signer] of Object.entries(kinds)) {
  const prepared: { message: string; signature: string; nonceToken: string }[] = []
  for (let made = 0; made < count; made++) {
    const { message, nonceToken } = await api.ask(signer)
    prepared.push({ message, signature: await signer.sign(message), nonceToken })
  }
  const bareCheck = async ({ message, signature }: (typeof prepared)[number]) => {
    const isSigned = await verifySignature(signer, message, signature, (chainId, method, params) =>
      api.rpc(chainId).call(method, params),
    )
    if (!isSigned) throw new Error(`${kind} does not verify`)
  }
  // Both warm, so that neither pays for compilation.
  await rate(prepared.slice(0, atOnce), bareCheck)
  const bare = await rate(prepared, bareCheck)
  const whole = await rate(prepared, async ({ message, signature, nonceToken }) => {
    const headers = { origin: site, 'x-nonce-jwt': `Bearer ${nonceToken}` }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ message, signature }) })
    if (answer.status !== 200) throw new Error(`${kind}: ${await answer.text()}`)
    await answer.arrayBuffer()
  })
  row(kind, whole.toFixed(0), bare.toFixed(0), `1 : ${(bare / whole).toFixed(1)}`)
}
await network.stop()
