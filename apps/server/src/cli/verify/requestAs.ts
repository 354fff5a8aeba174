import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A response as it arrived: every value of each header, and the decoded body. */
export type Received = {
  status: number
  headers: Readonly<Record<string, string[]>>
  body: Buffer
  /** An early response (103) came first. */
  hasHints: boolean
}

type Options = { headers: Record<string, string>; deadlineMs: number; maxBytes: number }

/**
 * Requests a URL with exactly these headers, and follows no redirect. Not by `fetch`, which adds headers that tell it from a browser.
 */
export function requestAs(url: URL, { headers, deadlineMs, maxBytes }: Options): Promise<Received> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    let hasHints = false
    const signal = AbortSignal.timeout(deadlineMs)
    const sent = send(url, { headers, signal }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) response.destroy(new Error(`sends more than ${maxBytes} bytes`))
        else chunks.push(chunk)
      })
      response.once('error', reject)
      response.once('end', () => {
        try {
          const received = Object.fromEntries(
            Object.entries(response.headersDistinct).map(([name, values]) => [name, values ?? []]),
          )
          const body = decoded(Buffer.concat(chunks), received['content-encoding'] ?? [], maxBytes)
          resolve({ status: response.statusCode ?? 0, headers: received, body, hasHints })
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.on('information', () => {
      hasHints = true
    })
    sent.once('error', (error) => reject(signal.aborted ? new Error(`takes longer than ${deadlineMs} ms`) : error))
    sent.end()
  })
}

function decoded(body: Buffer, [encoding, ...more]: string[], maxOutputLength: number): Buffer {
  if (more.length > 0) throw new Error('sends two content encodings')
  if (encoding === undefined || encoding === 'identity') return body
  if (encoding === 'br') return brotliDecompressSync(body, { maxOutputLength })
  if (encoding === 'gzip') return gunzipSync(body, { maxOutputLength })
  throw new Error(`sends the content encoding ${JSON.stringify(encoding)}`)
}
