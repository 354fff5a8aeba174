import { join } from 'node:path'

/**
 * The Node to run everything under if the host's is older: published by the Node project's own build, pinned by hash.
 */
export const pinnedVersion = '24.21.0'
const builds = {
  'linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
}

/**
 * Decides which Node to run under: this one if it is 24 or newer, otherwise the pinned one; throws if the reader must
 * install it.
 */
export function chooseNode({ version, platform, arch, execPath, root }) {
  if (Number.parseInt(version, 10) >= 24) return { kind: 'current', path: execPath }
  const build = `${platform}-${arch}`
  if (!Object.hasOwn(builds, build))
    return {
      kind: 'ask',
      sentence: `Billfold needs Node 24. This is Node ${version}. Install Node 24 and try again.`,
    }
  const path = join(root, '.billfold', `node-${pinnedVersion}`, 'bin', 'node')
  return { kind: 'pinned', path, ...pinnedNode(build) }
}

/** The pinned Node of a build such as `linux-x64`, as npm names it. */
export const pinnedNode = (build) => ({ name: `node-${build}`, version: pinnedVersion, integrity: builds[build] })
