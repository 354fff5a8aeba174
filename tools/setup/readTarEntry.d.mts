export function readTarEntry(archive: Uint8Array, wanted: string): Buffer | undefined
