/** An entry of an archive; a directory if its path ends with a slash. */
export type TarEntry = {
  path: string
  /** 0644 for files and 0755 for directories by default. */
  mode?: number
  /** User and group; root by default. */
  owner?: number
  body?: Uint8Array
  /** The target of a symbolic link. */
  link?: string
}

const block = 512

/** A tar archive of the entries in the order of their paths, with one time and no names of users: equal entries make equal bytes. */
export function writeTar(entries: readonly TarEntry[], seconds: number): Buffer {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const twice = sorted.find(({ path }, i) => path === sorted[i + 1]?.path)
  if (twice) throw new Error(`The archive has two entries ${twice.path}.`)
  return Buffer.concat([...sorted.flatMap((entry) => tarParts(entry, seconds)), tarEnd])
}

/** Two empty blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * block)

/** Header, content and padding of an entry. */
export function tarParts(entry: TarEntry, seconds: number): [header: Buffer, body: Uint8Array, padding: Buffer] {
  const body = entry.body ?? new Uint8Array()
  return [headerOf(entry, body.length, seconds), body, Buffer.alloc((block - (body.length % block)) % block)]
}

function headerOf({ path, mode, owner = 0, link }: TarEntry, size: number, seconds: number): Buffer {
  const isFolder = path.endsWith('/')
  const { name, prefix } = splitPath(path)
  const header = Buffer.alloc(block)
  const text = (value: string, at: number, length: number) => {
    if (Buffer.byteLength(value) > length) throw new Error(`${path} does not fit into an archive's header.`)
    header.write(value, at)
  }
  const octal = (value: number, at: number, length: number) =>
    text(`${value.toString(8).padStart(length - 1, '0')}\0`, at, length)
  text(name, 0, 100)
  octal(link === undefined ? (mode ?? (isFolder ? 0o755 : 0o644)) : 0o777, 100, 8)
  octal(owner, 108, 8)
  octal(owner, 116, 8)
  octal(size, 124, 12)
  octal(seconds, 136, 12)
  text(link !== undefined ? '2' : isFolder ? '5' : '0', 156, 1)
  text(link ?? '', 157, 100)
  text('ustar\x0000', 257, 8)
  text(prefix, 345, 155)
  // The sum counts its own field as spaces.
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  text(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8)
  return header
}

/** A long path is divided at a slash. */
function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' }
  const at = [...path].findIndex((letter, i) => letter === '/' && Buffer.byteLength(path.slice(i + 1)) <= 100)
  return at < 0 ? { name: path, prefix: '' } : { name: path.slice(at + 1), prefix: path.slice(0, at) }
}
