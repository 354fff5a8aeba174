import { keccakP } from '@noble/hashes/sha3.js'

/** The bytes of the state that absorb and squeeze; the rest makes it one-way. */
const rate = 166
const marks = { data: 2, about: 18, draw: 7 } as const

export type Transcript = {
  /** Takes something in under a name. */
  append(label: string, message: Uint8Array): void
  /** Bytes that depend on all that was taken in. */
  draw(label: string, length: number): Uint8Array
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const lengthOf = (length: number): Uint8Array => new Uint8Array(Uint32Array.of(length).buffer)

/** The input of a sr25519 signature: Merlin's transcript on Strobe-128, as far as checking one needs it. */
export function createTranscript(label: string): Transcript {
  const words = new Uint32Array(50)
  const state = new Uint8Array(words.buffer)
  let [at, begun] = [0, 0]
  const stir = () => {
    state[at]! ^= begun
    state[at + 1]! ^= 4
    state[rate + 1]! ^= 128
    keccakP(words)
    at = 0
    begun = 0
  }
  const step = () => {
    at += 1
    if (at === rate) stir()
  }
  const absorb = (bytes: Uint8Array) => {
    for (const byte of bytes) {
      state[at]! ^= byte
      step()
    }
  }
  const begin = (mark: keyof typeof marks) => {
    const last = begun
    begun = at + 1
    absorb(Uint8Array.of(last, marks[mark]))
    if (mark === 'draw' && at !== 0) stir()
  }
  const name = (text: string, length?: number) => {
    begin('about')
    absorb(bytesOf(text))
    if (length !== undefined) absorb(lengthOf(length))
  }
  const transcript: Transcript = {
    append(text, message) {
      name(text, message.length)
      begin('data')
      absorb(message)
    },
    draw(text, length) {
      name(text, length)
      begin('draw')
      return Uint8Array.from({ length }, () => {
        const byte = state[at]!
        state[at] = 0
        step()
        return byte
      })
    },
  }
  state.set([1, rate + 2, 1, 0, 1, 96])
  state.set(bytesOf('STROBEv1.0.2'), 6)
  keccakP(words)
  name('Merlin v1.0')
  transcript.append('dom-sep', bytesOf(label))
  return transcript
}
