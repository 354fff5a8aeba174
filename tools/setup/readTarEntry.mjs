/** The content of one file in a tar archive; undefined if the archive lacks it. */
export function readTarEntry(archive, wanted) {
  for (let at = 0; at + 512 <= archive.length; ) {
    const name = text(archive, at, 100)
    if (name === '') return undefined
    const prefix = text(archive, at + 345, 155)
    const size = Number.parseInt(text(archive, at + 124, 12), 8)
    if (!Number.isSafeInteger(size) || size < 0) return undefined
    const begin = at + 512
    if ((prefix === '' ? name : `${prefix}/${name}`) === wanted)
      return begin + size <= archive.length ? archive.subarray(begin, begin + size) : undefined
    at = begin + Math.ceil(size / 512) * 512
  }
  return undefined
}

function text(archive, start, length) {
  const field = archive.subarray(start, start + length)
  const end = field.indexOf(0)
  return field
    .subarray(0, end === -1 ? length : end)
    .toString('utf8')
    .trim()
}
