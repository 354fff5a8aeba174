import type { BrowserContext } from 'playwright-core'

export const walletOrigin = 'https://keys.base.example'

export type WalletAction = { method: string; params: unknown; chainId: number }
/** The wallet's decision; `stall` leaves the window open, `close` closes it as a visitor does. */
export type WalletDecision = { value: unknown } | { error: { code: number; message: string } } | 'stall' | 'close'

/**
 * Plays the window of Base Account by its published messages: `PopupLoaded`, the key exchange, encrypted requests and
 * responses, `PopupUnload`.
 */
export async function playBaseAccount(
  context: BrowserContext,
  chains: Record<number, string>,
  decide: (action: WalletAction) => WalletDecision | Promise<WalletDecision>,
): Promise<void> {
  await context.exposeFunction('decideAsWallet', decide)
  const script = `(${walletWindow.toString()})(${JSON.stringify(chains)})`
  await context.route(`${walletOrigin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<title>Base Account</title><script>${script}</script>` }),
  )
}

function walletWindow(chains: Record<number, string>): void {
  const decideAsWallet = (action: WalletAction) =>
    (window as unknown as { decideAsWallet: (action: WalletAction) => Promise<WalletDecision> }).decideAsWallet(action)
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const hexOf = (bytes: ArrayBuffer) =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const site = window.opener as Window
  const post = (message: object) => site.postMessage(message, '*')
  // One session's key, as the wallet keeps it between windows.
  const stored = localStorage.getItem('key')
  const ownKeys = (async () => {
    if (stored) {
      const { publicKey, privateKey } = JSON.parse(stored)
      return { publicKey, privateKey: await crypto.subtle.importKey('jwk', privateKey, algorithm, true, ['deriveKey']) }
    }
    const pair = (await crypto.subtle.generateKey(algorithm, true, ['deriveKey'])) as CryptoKeyPair
    const publicKey = hexOf(await crypto.subtle.exportKey('spki', pair.publicKey))
    const privateKey = await crypto.subtle.exportKey('jwk', pair.privateKey)
    localStorage.setItem('key', JSON.stringify({ publicKey, privateKey }))
    return { publicKey, privateKey: pair.privateKey }
  })()
  window.addEventListener('message', async ({ data: message }) => {
    if (!message?.content) return
    const { publicKey, privateKey } = await ownKeys
    const peer = await crypto.subtle.importKey('spki', bytesOf(message.sender), algorithm, true, [])
    const aes = { name: 'AES-GCM', length: 256 }
    const secret = await crypto.subtle.deriveKey({ name: 'ECDH', public: peer }, privateKey, aes, false, [
      'encrypt',
      'decrypt',
    ])
    const respond = async (result: object) => {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = JSON.stringify({ result, data: { chains, capabilities: {} } })
      const cipherText = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, new TextEncoder().encode(text))
      const content = { encrypted: { iv, cipherText } }
      post({ id: crypto.randomUUID(), requestId: message.id, sender: publicKey, content, timestamp: new Date() })
    }
    if (message.content.handshake) return respond({ value: null })
    const { iv, cipherText } = message.content.encrypted
    const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, secret, cipherText))
    const { action, chainId } = JSON.parse(text)
    const decision = await decideAsWallet({ ...action, chainId })
    if (decision === 'stall') return
    if (decision !== 'close') await respond(decision)
    post({ id: crypto.randomUUID(), event: 'PopupUnload' })
    window.close()
  })
  post({ id: crypto.randomUUID(), event: 'PopupLoaded' })
}
