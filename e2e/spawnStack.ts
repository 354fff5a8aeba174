import { type Running, spawnProcess } from './spawnProcess.ts'

export type DevnetOptions = { port?: number; evmPort?: number; chainIds?: string; market?: boolean; host?: string }

/** Starts a local network; ports 0 take free ones. Its manifest's address is the ready line's first group. */
export function spawnDevnet({
  port = 0,
  evmPort = 0,
  chainIds,
  market = false,
  host,
}: DevnetOptions = {}): Promise<Running> {
  const env = {
    DEVNET_PORT: String(port),
    DEVNET_EVM_PORT: String(evmPort),
    DEVNET_MARKET: market ? 'on' : 'off',
    ...(chainIds ? { DEVNET_CHAIN_IDS: chainIds } : {}),
    ...(host ? { DEVNET_HOST: host } : {}),
  }
  return spawnProcess('apps/devnet/src/main.ts', env, /Manifest: (\S+)\/manifest\.json/)
}

/** Starts the site; its address is the ready line's first group. */
export function spawnWeb(env: Record<string, string>): Promise<Running> {
  return spawnProcess('apps/web/src/server/main.ts', { PORT: '0', ...env }, /Site at (http:\S+)/)
}
