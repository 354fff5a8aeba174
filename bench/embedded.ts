import { parseArgs } from 'node:util'
import { memoryStore } from '@billfold/frame/test/memoryStore'
import { createWallet } from '@billfold/frame/wallet/createWallet'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'

// node bench/embedded.ts [--port 4100] [--logins 5] [--signatures 100]
// Against a running stack (`npm start`): the frame's wallet, as its worker runs it, with the real API, guardian and
// mail. A login counts from the address to a wallet that can sign, without the person who reads a mail; a signature
// runs beside viem's with a local key. In turns, so that a busy machine slows both alike.

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4100' },
    logins: { type: 'string', default: '5' },
    signatures: { type: 'string', default: '100' },
  },
})
const at = (offset: number) => `http://127.0.0.1:${Number(values.port) + offset}`
const [apiUrl, guardianUrl, mailUrl] = [at(2), at(4), at(5)]

/** As the frame's browser would: the API and the guardian accept no other origin. */
const asFrame: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('Origin', `http://wallet.billfold.localhost:${Number(values.port) + 1}`)
  return fetch(input, { ...init, headers })
}

const newWallet = () =>
  createWallet({
    settings: { projectId: 'billfold-local', apiUrl, guardianUrl, policy: 'convenient', deviceLabel: 'A benchmark' },
    store: memoryStore(),
    fetch: asFrame,
    now: Date.now,
    lock: (_, run) => run(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })

async function codeFor(email: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${mailUrl}/messages?to=${encodeURIComponent(email)}`)
    const { messages } = (await answer.json()) as { messages: { code?: string }[] }
    if (messages[0]?.code) return messages[0].code
  }
}

async function timed<T>(run: () => Promise<T>, into: number[]): Promise<T> {
  const began = performance.now()
  const value = await run()
  into.push(performance.now() - began)
  return value
}
const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
const say = (what: string, ms: number) => console.log(`${what.padEnd(58)}${ms.toFixed(1).padStart(9)} ms`)

const [logins, prepared, unprepared, bare]: number[][] = [[], [], [], []]
let wallet = newWallet()
for (let count = 0; count < Number(values.logins); count++) {
  wallet = newWallet()
  const email = `bench-${Date.now()}-${count}@site.example`
  await timed(async () => {
    await wallet.startEmail({ email, site: `localhost:${values.port}` })
    await wallet.verifyEmail({ code: await codeFor(email) })
  }, logins!)
}
const account = mnemonicToAccount(generateMnemonic(english))
for (let count = 0; count < Number(values.signatures); count++) {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  await wallet.prepare()
  await timed(() => wallet.sign({ kind: 'evmMessage', message: raw }), prepared!)
  await timed(() => wallet.sign({ kind: 'evmMessage', message: raw }), unprepared!)
  await timed(() => account.signMessage({ message: { raw } }), bare!)
}
say('a first login by mail, to a wallet that signs', median(logins!))
say('a signature by viem, its key at hand', median(bare!))
say('a signature by the wallet, after a person read what it is', median(prepared!))
say('a signature by the wallet, asked for without warning', median(unprepared!))
say('over the bare signature, where somebody read it', median(prepared!) - median(bare!))
