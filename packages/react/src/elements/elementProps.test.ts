import { describe, expect, it } from 'vitest'
import { elementProps } from './elementProps.ts'

const read = (attributes: Record<string, string>) =>
  elementProps({
    getAttribute: (name) => attributes[name] ?? null,
    hasAttribute: (name) => name in attributes,
  })

describe('elementProps', () => {
  it('reads what a page wrote', () => {
    expect(
      read({
        label: 'Sign in',
        loadinglabel: 'Wait',
        disabled: '',
        balance: 'hide',
        size: 'sm',
        charsstart: '4',
        charsend: '0',
        namespace: 'solana',
      }),
    ).toEqual({
      label: 'Sign in',
      loadingLabel: 'Wait',
      disabled: true,
      balance: 'hide',
      size: 'sm',
      charsStart: 4,
      charsEnd: 0,
      namespace: 'solana',
    })
  })

  it('falls back to the defaults for invalid values', () => {
    const odd = { disabled: 'false', balance: 'maybe', size: 'xxl', charsstart: '-1', charsend: '4px', namespace: 'x' }
    expect(read(odd)).toEqual(read({}))
    expect(read({})).toMatchObject({ disabled: false, balance: 'show', size: 'md', namespace: undefined })
  })
})
