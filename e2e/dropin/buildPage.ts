import { cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { ourServers } from './recipe.mjs'

export const versions = ['1.8.0', '1.7.1'] as const
export const adapters = ['wagmi', 'ethers'] as const

/** Builds a stock page by the recipe, with the packages of its own lockfile. */
export async function buildPage(
  version: (typeof versions)[number],
  adapter: (typeof adapters)[number],
  servers: { api: string; relay: string },
  usdc: string,
): Promise<string> {
  const client = path.join(import.meta.dirname, 'clients', version)
  const root = path.join(client, 'dist', adapter)
  const pages = path.join(import.meta.dirname, 'pages')
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true })
  await cp(path.join(pages, 'index.html'), path.join(root, 'index.html'))
  await cp(path.join(pages, `${adapter}.jsx`), path.join(root, 'main.jsx'))
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react(), ourServers({ ...servers, projectId: 'billfold-local' }), devnetUsdc(usdc)],
    build: { outDir: path.join(root, 'out'), emptyOutDir: true, reportCompressedSize: false, minify: false },
  })
  return path.join(root, 'out')
}

/**
 * Fund wallet* of AppKit 1.8.0 knows Ethereum's USDC by its address; the local chain, which claims to be Ethereum, has
 * its own.
 */
const devnetUsdc = (address: string) => ({
  name: 'devnet-usdc',
  transform: (code: string, id: string) =>
    id.endsWith('/ExchangeUtil.js')
      ? { code: code.replaceAll('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', address), map: null }
      : null,
})
