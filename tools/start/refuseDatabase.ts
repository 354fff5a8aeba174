import { connect } from 'node:net'
import { StartError } from './startError.ts'

const deadline = 5_000

/** Reports at once that the configured database does not respond, before every service finds out. */
export async function refuseUnreachableDatabase(text: string | undefined): Promise<void> {
  if (!text) return
  const url = URL.parse(text)
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw new StartError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  // The query names a socket file, not the host: the server will tell whether it exists.
  if (url.hostname === '' || url.searchParams.has('host')) return
  const port = Number(url.port || 5432)
  const failure = await failureToConnect(url.hostname.replace(/^\[|\]$/g, ''), port)
  if (failure) throw new StartError(`DATABASE_URL: can’t connect to ${url.hostname}:${port} (${failure}).`)
}

function failureToConnect(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (failure?: string) => {
      socket.destroy()
      resolve(failure)
    }
    socket.setTimeout(deadline, () => end(`no reply in ${deadline / 1000} s`))
    socket.once('connect', () => end())
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
}
